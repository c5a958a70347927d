import { defineCheck } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { spfRecords } from "../dns/spf-records.ts";
import { dmarcTexts } from "./dmarc/record.ts";
import { findDmarc } from "./dmarc/tree-walk.ts";
import { mailDmarcTexts } from "./mail-dmarc.texts.ts";
import { senderPolicy } from "./sender-policy.ts";

/**
 * DMARC: what receivers shall do with mail that only pretends to come from the domain. The record is
 * found by the tree walk of RFC 9989 §4.10 (which replaced RFC 7489 and its public suffix list).
 */
export const mailDmarc = defineCheck(mailDmarcTexts, {
  id: "mail-dmarc",
  category: "mail",
  scope: "zone",
  outcomes: {
    enforced: { state: "pass", severity: null },
    absent: { state: "fail", severity: "medium", cap: "no-dmarc" },
    multiple: { state: "fail", severity: "medium", cap: "no-dmarc" },
    "invalid-policy": { state: "fail", severity: "medium", cap: "no-dmarc" },
    monitoring: { state: "warn", severity: "low" },
    testing: { state: "warn", severity: "low" },
    "open-subdomains": { state: "warn", severity: "low" },
    "open-nonexistent": { state: "warn", severity: "low" },
  },
  cause: senderPolicy,
  async run(context) {
    const { domain } = context.target;
    const found = await findDmarc(domain, (name) => context.dns.texts(name));
    if (found === null) {
      const several = dmarcTexts(await context.dns.texts(`_dmarc.${domain}`));
      const facts = [
        { name: "dmarc.present", value: false },
        { name: "dmarc.record", value: several },
      ];
      const outcome = several.length > 1 ? "multiple" : "absent";
      return { outcome, facts, ...(await limitOf(context)) };
    }
    const { record, at } = found;
    const policy = at === domain ? record.policy : record.subdomains;
    const facts = [
      { name: "dmarc.present", value: true },
      { name: "dmarc.foundAt", value: at },
      { name: "dmarc.record", value: record.text },
      { name: "dmarc.invalid", value: record.invalid },
      { name: "dmarc.policy", value: policy },
      { name: "dmarc.subdomainPolicy", value: record.subdomains },
      { name: "dmarc.reports", value: record.reports.length > 0 },
    ];
    if (record.invalid.length > 0)
      return { outcome: "invalid-policy", facts, ...(await limitOf(context)) };
    if (policy === "none") return { outcome: "monitoring", facts };
    if (record.testing) return { outcome: "testing", facts };
    if (record.subdomains === "none") return { outcome: "open-subdomains", facts };
    return { outcome: record.nonexistent === "none" ? "open-nonexistent" : "enforced", facts };
  },
});

/** A domain that neither receives nor sends mail loses little without DMARC: its grade has no limit. */
async function limitOf(context: CheckContext): Promise<{ readonly cap?: null }> {
  const [{ names }, texts] = await Promise.all([
    mailHosts(context),
    context.dns.texts(context.target.domain),
  ]);
  const sends = spfRecords(texts).some((text) => !/^v=spf1\s+-all\s*$/i.test(text));
  return names.length > 0 || sends ? {} : { cap: null };
}
