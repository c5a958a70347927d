import { dmarcRecord, dmarcTexts, tagsOf } from "../../checks/mail/dmarc/record.ts";

/** What a record asks of receivers, from nothing to all. */
const POLICIES = ["none", "quarantine", "reject"] as const;
type Policy = (typeof POLICIES)[number];

/** Tags that weaken or spoil the policy; a step sets them anew or leaves them out. */
const REPLACED = ["v", "p", "sp", "np", "t", "pct", "rua"];

/**
 * The DMARC records to publish one after the other, weeks apart: reports first, then quarantine, then reject.
 * Each step asks for more than the one before, and what else is published stays in it.
 *
 * @param texts TXT records at the name, as published.
 * @param reports where reports go if the record names nobody.
 */
export function dmarcSteps(texts: readonly string[], reports: string): readonly string[] {
  const published = dmarcTexts(texts);
  const base = published.find((text) => tagsOf(text).has("rua")) ?? published[0] ?? "";
  const tags = tagsOf(base);
  const now = dmarcRecord(published);
  // Receivers know no other way to send reports (RFC 9990).
  const named = (tags.get("rua") ?? "")
    .split(",")
    .filter((uri) => /^\s*mailto:[^\s@]+@/i.test(uri));
  const rua = named.length > 0 ? named.map((uri) => uri.trim()).join(",") : `mailto:${reports}`;
  const others = [...tags].filter(([name]) => !REPLACED.includes(name));
  const isRead = now !== null && now.invalid.length === 0;
  const write = (policy: Policy, subdomains: Policy, nonexistent: Policy) =>
    [
      "v=DMARC1",
      `p=${policy}`,
      ...(subdomains === policy ? [] : [`sp=${subdomains}`]),
      ...(nonexistent === subdomains ? [] : [`np=${nonexistent}`]),
      `rua=${rua}`,
      ...others.map(([name, value]) => `${name}=${value}`),
    ].join("; ");
  if (!isRead) return POLICIES.map((policy) => write(policy, policy, policy));
  // What is in test counts one step weaker or nothing: it begins anew, with reports.
  const policy = now.testing ? "none" : now.policy;
  const subdomains = now.testing ? "none" : now.subdomains;
  const least = Math.min(POLICIES.indexOf(policy), POLICIES.indexOf(subdomains));
  // Names that do not exist send nothing: they need no weeks of looking.
  if (least > 0 && now.nonexistent === "none") return [write(policy, subdomains, "reject")];
  return POLICIES.slice(named.length > 0 ? least + 1 : least).map((step) => {
    const atLeast = (one: Policy) => (POLICIES.indexOf(one) > POLICIES.indexOf(step) ? one : step);
    return write(atLeast(policy), atLeast(subdomains), atLeast(subdomains));
  });
}
