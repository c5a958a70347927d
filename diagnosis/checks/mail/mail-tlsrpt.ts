import { defineCheck, notApplicable } from "../../engine/check.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { tagsOf } from "./dmarc/record.ts";
import { NO_MAIL } from "./reasons.ts";

/** SMTP TLS reporting: a TXT at `_smtp._tls` with a place to report to (RFC 8460 §3). */
export const mailTlsrpt = defineCheck({
  id: "mail-tlsrpt",
  category: "mail",
  scope: "zone",
  title: { ja: "暗号化の失敗の報告先（TLS-RPT）", en: "Reports on failed encryption (TLS-RPT)" },
  explanation: {
    ja: "TLS-RPTを設定すると、このドメイン宛てのメールが暗号化できなかったとき、送信側から報告が届き、設定の誤りや盗聴の試みに気づけます。",
    en: "With TLS-RPT, senders report when mail to you could not be encrypted, which reveals mistakes and attempts to listen in.",
  },
  remedy: {
    ja: "_smtp._tlsに「v=TLSRPTv1; rua=mailto:報告先」のTXTレコードを登録してください。",
    en: 'Publish a TXT record at _smtp._tls: "v=TLSRPTv1; rua=mailto:" and your address for reports.',
  },
  source: [{ title: "RFC 8460 §3", url: "https://www.rfc-editor.org/rfc/rfc8460#section-3" }],
  outcomes: {
    present: {
      state: "pass",
      severity: null,
      text: { ja: "報告先が設定されています。", en: "A reporting address is published." },
    },
    absent: {
      state: "info",
      severity: "info",
      text: { ja: "TLS-RPTは設定されていません。", en: "TLS-RPT is not set up." },
    },
    invalid: {
      state: "info",
      severity: "info",
      text: {
        ja: "TLS-RPTのレコードはありますが、報告先が正しく書かれていないか、レコードが複数あります。",
        en: "There is a TLS-RPT record without a usable address, or there are several records.",
      },
    },
  },
  async run(context) {
    if ((await mailHosts(context)).names.length === 0) return notApplicable(NO_MAIL);
    const texts = await context.dns.texts(`_smtp._tls.${context.target.domain}`);
    const records = texts.filter((text) => /^v=TLSRPTv1\s*;/.test(text));
    const [record] = records;
    const facts = [{ name: "tlsrpt.present", value: record !== undefined }];
    if (record === undefined) return { outcome: "absent", facts };
    const uris = (tagsOf(record).get("rua") ?? "").split(",").map((uri) => uri.trim());
    const usable = uris.some((uri) => /^(mailto:[^@\s]+@\S+|https:\/\/\S+)$/i.test(uri));
    return { outcome: usable && records.length === 1 ? "present" : "invalid", facts };
  },
});
