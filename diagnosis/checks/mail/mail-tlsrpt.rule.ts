import { defineCheck, notApplicable } from "../../engine/check.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { tagsOf } from "./dmarc/record.ts";
import { mailTlsrptTexts } from "./mail-tlsrpt.texts.ts";
import { NO_MAIL } from "./reasons.texts.ts";

/** SMTP TLS reporting: a TXT at `_smtp._tls` with a place to report to (RFC 8460 §3). */
export const mailTlsrpt = defineCheck(mailTlsrptTexts, {
  id: "mail-tlsrpt",
  category: "mail",
  scope: "zone",
  outcomes: {
    present: { state: "pass", severity: null },
    absent: { state: "info", severity: "info" },
    invalid: { state: "info", severity: "info" },
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
