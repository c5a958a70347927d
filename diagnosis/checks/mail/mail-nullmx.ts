import { defineCheck, notApplicable } from "../../engine/check.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { HAS_MAIL } from "./reasons.ts";
import { domainSpf } from "./spf/domain-spf.ts";

/**
 * A domain that is not used for mail says so: null MX (RFC 7505 §3) and an SPF that permits nobody
 * (RFC 7208 §10.1.2). Without MX records mail would go to the web server's address (RFC 5321 §5.1).
 */
export const mailNullmx = defineCheck({
  id: "mail-nullmx",
  category: "mail",
  scope: "zone",
  title: { ja: "メールを使わないドメインの宣言", en: "Declaring that a domain has no mail" },
  explanation: {
    ja: "メールを使わないドメインでも、宣言がなければ差出人として悪用されます。「受信も送信もしない」と宣言すると、受信側は偽メールを確実に拒否できます。",
    en: "A domain without mail can still be forged as a sender. Declaring that it neither sends nor receives mail lets receivers reject such mail with certainty.",
  },
  remedy: {
    ja: "MXに「0 .」（null MX）、SPFに「v=spf1 -all」を登録してください。あわせてDMARCのp=rejectもお勧めします。",
    en: 'Publish the MX record "0 ." (null MX) and the SPF record "v=spf1 -all"; a DMARC record with p=reject completes it.',
  },
  source: [
    { title: "RFC 7505 §3, §4.2", url: "https://www.rfc-editor.org/rfc/rfc7505#section-3" },
    { title: "RFC 7208 §10.1.2", url: "https://www.rfc-editor.org/rfc/rfc7208#section-10.1.2" },
  ],
  outcomes: {
    declared: {
      state: "pass",
      severity: null,
      text: {
        ja: "メールを使わないことが正しく宣言されています（null MXと-all）。",
        en: "The domain declares that it has no mail (null MX and -all).",
      },
    },
    undeclared: {
      state: "warn",
      severity: "low",
      text: {
        ja: "メールを使わないドメインですが、宣言が足りません（null MX：{nullmx.present}、-all：{nullmx.hardFail}）。",
        en: "The domain has no mail but does not fully declare it (null MX: {nullmx.present}, -all: {nullmx.hardFail}).",
      },
    },
    contradicted: {
      state: "warn",
      severity: "low",
      text: {
        ja: "null MX（メールを受け取らないという宣言）とメールサーバー（{mail.hosts}）が同時に登録されています。どちらに従うかは送信側により異なります。",
        en: "A null MX, which declares that the domain accepts no mail, is published alongside mail servers ({mail.hosts}). Senders differ in which they follow.",
      },
    },
    "still-receives": {
      state: "warn",
      severity: "low",
      text: {
        ja: "メールを使わないと登録されたドメインに、メールサーバー（{mail.hosts}）が設定されています。",
        en: "The domain is registered as having no mail, but mail servers ({mail.hosts}) are published.",
      },
    },
  },
  async run(context) {
    const { expectsMail } = context.options;
    const { names, nullMx, contradicted } = await mailHosts(context);
    if (contradicted)
      return { outcome: "contradicted", facts: [{ name: "mail.hosts", value: names }] };
    if (expectsMail === true || (expectsMail === null && names.length > 0))
      return notApplicable(HAS_MAIL);
    if (names.length > 0) {
      return { outcome: "still-receives", facts: [{ name: "mail.hosts", value: names }] };
    }
    const spf = await domainSpf(context);
    const hardFail = spf.kind === "policy" && spf.all === "-";
    const facts = [
      { name: "nullmx.present", value: nullMx },
      { name: "nullmx.hardFail", value: hardFail },
    ];
    return { outcome: nullMx && hardFail ? "declared" : "undeclared", facts };
  },
});
