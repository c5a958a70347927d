import { defineCheck, inconclusive } from "../../engine/check.ts";
import type { Fact } from "../../engine/finding.ts";
import { spfRecords } from "../dns/spf-records.ts";
import { mailSpfTexts } from "./mail-spf.texts.ts";
import { SPF_DEPENDS } from "./reasons.texts.ts";
import { senderPolicy } from "./sender-policy.ts";
import { domainSpf } from "./spf/domain-spf.ts";

/** Receivers treat the record as an error. */
const PERMANENT_ERROR = { state: "fail", severity: "medium" } as const;

/**
 * SPF as receivers judge it: one record, every term well-formed, at most ten lookups and two void ones,
 * an end that stops strangers (RFC 7208 §4.5, §4.6.1, §4.6.4, §5.1), and no range that lets half the
 * world pass.
 */
export const mailSpf = defineCheck(mailSpfTexts, {
  id: "mail-spf",
  category: "mail",
  scope: "zone",
  outcomes: {
    restrictive: { state: "pass", severity: null },
    absent: { state: "fail", severity: "medium" },
    "pass-all": { state: "fail", severity: "high" },
    neutral: { state: "warn", severity: "low" },
    multiple: { state: "fail", severity: "medium" },
    wide: { state: "fail", severity: "medium" },
    "syntax-error": PERMANENT_ERROR,
    "too-many-lookups": PERMANENT_ERROR,
    "too-many-voids": PERMANENT_ERROR,
    "too-many-mx": PERMANENT_ERROR,
    "broken-include": PERMANENT_ERROR,
  },
  cause: senderPolicy,
  async run(context) {
    const { domain } = context.target;
    const result = await domainSpf(context);
    const facts: Fact[] = [{ name: "spf.present", value: result.kind !== "absent" }];
    const records = spfRecords(await context.dns.texts(domain));
    if (records.length > 0) facts.push({ name: "spf.record", value: records });
    if ("term" in result)
      facts.push({ name: "spf.term", value: result.term }, { name: "spf.at", value: result.at });
    if (result.kind === "depends") return inconclusive(SPF_DEPENDS, facts);
    if (result.kind !== "policy") return { outcome: result.kind, facts };
    facts.push(
      { name: "spf.lookups", value: result.lookups },
      { name: "spf.all", value: result.all },
      { name: "spf.wide", value: result.wide },
    );
    if (result.all === "+") return { outcome: "pass-all", facts };
    if (result.wide.length > 0) return { outcome: "wide", facts };
    return { outcome: result.all === "?" ? "neutral" : "restrictive", facts };
  },
});
