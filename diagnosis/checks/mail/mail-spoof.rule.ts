import { defineCheck, inconclusive } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { Fact } from "../../engine/finding.ts";
import { mailHosts } from "../dns/mail-hosts.ts";
import { spfRecords } from "../dns/spf-records.ts";
import { dkimKey, isBreakable } from "./dkim-key.ts";
import { findDmarc } from "./dmarc/tree-walk.ts";
import { mailSpoofTexts } from "./mail-spoof.texts.ts";
import { SPF_DEPENDS } from "./reasons.texts.ts";
import { senderPolicy } from "./sender-policy.ts";
import { domainSpf } from "./spf/domain-spf.ts";

/**
 * One verdict from SPF, DKIM, DMARC and MX together: can a stranger send mail that shows this domain as its
 * sender? DMARC alone binds what readers see to what SPF and DKIM prove (RFC 9989 §2.3); an SPF that
 * passes everyone undoes it, and so does a DKIM key that can be broken (RFC 8301 §3.2), as far as the owner
 * named its selector. A domain that says it has no mail is half protected by that (RFC 7505 §4.2).
 */
export const mailSpoof = defineCheck(mailSpoofTexts, {
  id: "mail-spoof",
  category: "mail",
  scope: "zone",
  outcomes: {
    protected: { state: "pass", severity: null },
    "passes-all": { state: "fail", severity: "high" },
    "signs-all": { state: "fail", severity: "high" },
    open: { state: "fail", severity: "high" },
    watched: { state: "warn", severity: "medium" },
  },
  cause: senderPolicy,
  async run(context) {
    const { policy, spf, restricts, silent, brokenKeys, records } = await evidence(context);
    const facts = [
      { name: "spoof.policy", value: policy },
      { name: "spoof.spf", value: SPF_ENDS.has(spf) ? `${spf}all` : spf },
      ...records,
    ];
    if (spf === "+") return { outcome: "passes-all", facts };
    if (brokenKeys.length > 0)
      return {
        outcome: "signs-all",
        facts: [...facts, { name: "spoof.brokenKeys", value: brokenKeys }],
      };
    if (spf === "depends") return inconclusive(SPF_DEPENDS, facts);
    if (policy === "quarantine" || policy === "reject") return { outcome: "protected", facts };
    // A record that only watches, or a declared absence of mail, is more than nothing.
    const halfway = (policy === "none" || silent) && restricts;
    return { outcome: halfway ? "watched" : "open", facts };
  },
});

/** What a policy says to all other senders, as its record writes it: "-all". */
const SPF_ENDS = new Set(["+", "-", "~", "?"]);

interface Evidence {
  /** What receivers really apply: a policy in testing counts as `none`. */
  readonly policy: "absent" | "none" | "quarantine" | "reject";
  /** `+`, `-`, `~` or `?`, else the kind of error. */
  readonly spf: string;
  readonly restricts: boolean;
  /** The domain says that it has no mail. */
  readonly silent: boolean;
  /** Selectors whose key a stranger can break. */
  readonly brokenKeys: readonly string[];
  /** What was published, word by word. */
  readonly records: readonly Fact[];
}

async function evidence(context: CheckContext): Promise<Evidence> {
  const { domain } = context.target;
  const found = await findDmarc(domain, (name) => context.dns.texts(name));
  const stated = found?.at === domain ? found.record.policy : found?.record.subdomains;
  const policy = stated === undefined ? "absent" : found?.record.testing ? "none" : stated;
  const result = await domainSpf(context);
  const spf = result.kind === "policy" ? result.all : result.kind;
  const { names, nullMx } = await mailHosts(context);
  const published = await context.dns.texts(domain);
  return {
    policy,
    spf,
    restricts: spf === "-" || spf === "~",
    silent: nullMx && spf === "-",
    brokenKeys: await brokenKeys(context),
    records: [
      ...(found
        ? [
            { name: "dmarc.foundAt", value: found.at },
            { name: "dmarc.record", value: found.record.text },
          ]
        : []),
      { name: "spf.record", value: spfRecords(published) },
      { name: "mx.hosts", value: nullMx ? ["."] : names },
    ],
  };
}

async function brokenKeys(context: CheckContext): Promise<readonly string[]> {
  const { dkimSelectors } = context.options;
  const keys = await Promise.all(dkimSelectors.map((selector) => dkimKey(context, selector)));
  return dkimSelectors.filter((_, at) => keys[at]?.key && isBreakable(keys[at].key));
}
