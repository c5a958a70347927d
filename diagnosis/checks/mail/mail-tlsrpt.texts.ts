import type { CheckTexts } from "../../engine/check.ts";

/** What is said of `mail-tlsrpt`. */
export const mailTlsrptTexts = {
  title: { ja: "暗号化の失敗の報告先（TLS-RPT）", en: "Reports on failed encryption (TLS-RPT)" },
  looksAt: {
    ja: "TLS-RPTのTXTレコードがあり、報告先が正しく書かれているかを調べます。",
    en: "Whether a TLS-RPT record is published and names a valid place to report to.",
  },
  explanation: {
    ja: "TLS-RPTを設定すると、このドメイン宛てのメールが暗号化できなかったとき、送信側から報告が届き、設定の誤りや盗聴の試みに気づけます。",
    en: "With TLS-RPT, senders report when mail to you could not be encrypted, which reveals mistakes and attempts to listen in.",
  },
  remedy: {
    ja: "_smtp._tlsに「v=TLSRPTv1; rua=mailto:報告先」のTXTレコードを登録してください。",
    en: 'Publish a TXT record at _smtp._tls: "v=TLSRPTv1; rua=mailto:" and your address for reports.',
  },
  outcomes: {
    present: { ja: "報告先が設定されています。", en: "A reporting address is published." },
    absent: { ja: "TLS-RPTは設定されていません。", en: "TLS-RPT is not set up." },
    invalid: {
      ja: "TLS-RPTのレコードはありますが、報告先が正しく書かれていないか、レコードが複数あります。",
      en: "There is a TLS-RPT record without a usable address, or there are several records.",
    },
  },
  facts: {
    "tlsrpt.present": { ja: "TLSレポートのレコードがある", en: "TLS reporting record present" },
  },
  source: [{ title: "RFC 8460 §3", url: "https://www.rfc-editor.org/rfc/rfc8460#section-3" }],
} satisfies CheckTexts;
