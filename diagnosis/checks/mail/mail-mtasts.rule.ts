import { defineCheck, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { recover } from "../../net/recover.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { tagsOf } from "./dmarc/record.ts";
import { mailMtastsTexts } from "./mail-mtasts.texts.ts";
import { isListed, parsePolicy } from "./mta-sts-policy.ts";
import { NO_MAIL } from "./reasons.texts.ts";

/**
 * MTA-STS: the TXT that announces a policy, and the policy itself over HTTPS with a valid certificate
 * and without redirects (RFC 8461 §3.1 to §3.3).
 */
export const mailMtasts = defineCheck(mailMtastsTexts, {
  id: "mail-mtasts",
  category: "mail",
  scope: "zone",
  outcomes: {
    enforced: { state: "pass", severity: null },
    absent: { state: "warn", severity: "low" },
    "policy-missing": { state: "warn", severity: "low" },
    "policy-invalid": { state: "warn", severity: "low" },
    "not-enforced": { state: "warn", severity: "low" },
    "not-kept": { state: "warn", severity: "low" },
    "mx-mismatch": { state: "warn", severity: "low" },
  },
  async run(context) {
    const { names } = await mailHosts(context);
    if (names.length === 0) return notApplicable(NO_MAIL);
    const texts = await context.dns.texts(`_mta-sts.${context.target.domain}`);
    const records = texts.filter((text) => /^v=STSv1\s*;/.test(text));
    const [record] = records;
    // Several records, or one without an id, count as none (§3.1).
    const id = records.length === 1 ? tagsOf(record ?? "").get("id") : undefined;
    const hosts = { name: "mx.hosts", value: names };
    if (id === undefined)
      return { outcome: "absent", facts: [{ name: "mtasts.mode", value: "absent" }, hosts] };
    const own = [{ name: "mtasts.id", value: id }, hosts];
    const fetched = await fetchPolicy(context);
    if ("problem" in fetched) {
      const problem = { name: "mtasts.problem", value: fetched.problem };
      return { outcome: "policy-missing", facts: [problem, ...own] };
    }
    const policy = parsePolicy(fetched.text);
    if (policy === undefined) {
      const text = { name: "mtasts.policy", value: fetched.text };
      return { outcome: "policy-invalid", facts: [text, ...own] };
    }
    const unlisted = names.filter((name) => !isListed(name, policy));
    const facts = [
      ...own,
      { name: "mtasts.listed", value: policy.mx },
      { name: "mtasts.mode", value: policy.mode },
      { name: "mtasts.unlisted", value: unlisted },
      { name: "mtasts.maxAge", value: policy.maxAge, unit: "seconds" as const },
    ];
    if (policy.mode !== "enforce") return { outcome: "not-enforced", facts };
    if (unlisted.length > 0) return { outcome: "mx-mismatch", facts };
    return { outcome: policy.maxAge < SHORTEST_AGE ? "not-kept" : "enforced", facts };
  },
});

/** A policy is for weeks (RFC 8461 §3.2, §10.2); below a day it is gone before the next mail. */
const SHORTEST_AGE = 86_400;
/** A cut connection or a bad certificate is the target's fault here; our own limits are not. */
const OURS = ["budget", "aborted", "busy", "refused"];

async function fetchPolicy(
  context: CheckContext,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const url = `https://mta-sts.${context.target.domain}/.well-known/mta-sts.txt`;
  const asked = context.http.fetch(url, { verify: true });
  const response = await recover(asked, (code) => (OURS.includes(code) ? undefined : code));
  if (typeof response === "string") return { problem: response };
  if (response.status !== 200) return { problem: `HTTP ${response.status}` };
  const type = response.header("content-type") ?? "";
  if (!/^text\/plain\b/i.test(type)) return { problem: `Content-Type: ${type}` };
  return { text: response.text() };
}
