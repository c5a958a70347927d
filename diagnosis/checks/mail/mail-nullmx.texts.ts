import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-nullmx`. */
export const mailNullmxTexts = {
  title: { ja: "メールを使わないドメインの宣言", en: "Declaring that a domain has no mail" },
  looksAt: {
    ja: "メールを使わないドメインが、null MXと、誰も許可しないSPF（-all）でそのことを宣言しているかを調べます。",
    en: "Whether a domain without mail says so with a null MX and an SPF record that permits nobody (-all).",
  },
  explanation: {
    ja: "メールを使わないドメインでも、宣言がなければ差出人として悪用されます。「受信も送信もしない」と宣言すると、受信側は偽メールを確実に拒否できます。",
    en: "A domain without mail can still be forged as a sender. Declaring that it neither sends nor receives mail lets receivers reject such mail with certainty.",
  },
  remedy: {
    ja: "MXに「0 .」（null MX）、SPFに「v=spf1 -all」を登録してください。あわせてDMARCのp=rejectもお勧めします。",
    en: 'Publish the MX record "0 ." (null MX) and the SPF record "v=spf1 -all"; a DMARC record with p=reject completes it.',
  },
  outcomes: {
    declared: {
      ja: "メールを使わないことが正しく宣言されています（null MXと-all）。",
      en: "The domain declares that it has no mail (null MX and -all).",
    },
    undeclared: {
      ja: "メールを使わないドメインですが、宣言が足りません（null MX：{nullmx.present}、-all：{nullmx.hardFail}）。",
      en: "The domain has no mail but does not fully declare it (null MX: {nullmx.present}, -all: {nullmx.hardFail}).",
    },
    contradicted: {
      ja: "null MX（メールを受け取らないという宣言）とメールサーバー（{mail.hosts}）が同時に登録されています。どちらに従うかは送信側により異なります。",
      en: "A null MX, which declares that the domain accepts no mail, is published alongside mail servers ({mail.hosts}). Senders differ in which they follow.",
    },
    "still-receives": {
      ja: "メールを使わないと登録されたドメインに、メールサーバー（{mail.hosts}）が設定されています。",
      en: "The domain is registered as having no mail, but mail servers ({mail.hosts}) are published.",
    },
  },
  facts: {
    "mail.hosts": { ja: "メールを受け取るホスト", en: "Hosts that receive mail" },
    "nullmx.hardFail": { ja: "SPFですべての送信を禁止している", en: "SPF forbids all sending" },
    "nullmx.present": {
      ja: "メールを受け取らない宣言（Null MX）がある",
      en: "Null MX record present",
    },
  },
  source: [
    { title: "RFC 7505 §3, §4.2", url: "https://www.rfc-editor.org/rfc/rfc7505#section-3" },
    { title: "RFC 7208 §10.1.2", url: "https://www.rfc-editor.org/rfc/rfc7208#section-10.1.2" },
  ],
} satisfies CheckTexts;
