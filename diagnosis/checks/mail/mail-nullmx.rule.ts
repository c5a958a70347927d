import { defineCheck, notApplicable } from "../../engine/check.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { mailNullmxTexts } from "./mail-nullmx.texts.ts";
import { HAS_MAIL } from "./reasons.texts.ts";
import { domainSpf } from "./spf/domain-spf.ts";

/**
 * A domain that is not used for mail says so: null MX (RFC 7505 §3) and an SPF that permits nobody
 * (RFC 7208 §10.1.2). Without MX records mail would go to the web server's address (RFC 5321 §5.1).
 */
export const mailNullmx = defineCheck(mailNullmxTexts, {
  id: "mail-nullmx",
  category: "mail",
  scope: "zone",
  outcomes: {
    declared: { state: "pass", severity: null },
    undeclared: { state: "warn", severity: "low" },
    contradicted: { state: "warn", severity: "low" },
    "still-receives": { state: "warn", severity: "low" },
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
