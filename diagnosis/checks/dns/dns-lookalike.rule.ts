import { domainToUnicode } from "node:url";
import { type LookAlike, lookAlikes } from "../../discovery/look-alikes.ts";
import { defineCheck, inconclusive, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { plainName } from "../../net/dns/plain-name.ts";
import { recover, unlessEnded } from "../../net/recover.ts";
import { dnsLookalikeTexts, NO_ANSWERS, TOO_SHORT } from "./dns-lookalike.texts.ts";

/** Names asked for; each is one question to our own resolver, and its owner hears nothing. */
const MOST = 32;
/** Registered ones that are looked at and told. */
const MOST_TOLD = 12;
const AT_ONCE = 8;

type Outcome = "none" | "own" | "registered" | "mail";

/**
 * Registered names that a reader may take for the domain (Unicode TS 39 confusables, and the slips that
 * typing makes). Told, not judged: most belong to others by right, and nobody can mend another's
 * registration. Only DNS is asked, through the resolver; nothing of those domains is contacted.
 */
export const dnsLookalike = defineCheck(dnsLookalikeTexts, {
  id: "dns-lookalike",
  category: "dns",
  scope: "zone",
  outcomes: {
    none: { state: "pass", severity: null },
    own: { state: "pass", severity: null },
    registered: { state: "info", severity: "info" },
    mail: { state: "info", severity: "info" },
  },
  async run(context) {
    const candidates = lookAlikes(context.target.domain, MOST);
    if (candidates.length === 0) return notApplicable(TOO_SHORT);
    const registered: Registration[] = [];
    let silent = 0;
    for (let at = 0; at < candidates.length; at += AT_ONCE) {
      const batch = candidates.slice(at, at + AT_ONCE);
      for (const answer of await Promise.all(batch.map((one) => registration(context, one))))
        if (answer === "silent") silent += 1;
        else if (answer !== null) registered.push(answer);
    }
    if (silent > candidates.length / 2) return inconclusive(NO_ANSWERS);
    const tried = { name: "lookalike.tried", value: candidates.length - silent };
    if (registered.length === 0) return { outcome: "none", facts: [tried] };
    return await Promise.all(registered.slice(0, MOST_TOLD).map((one) => describe(context, one)));
  },
});

interface Registration extends LookAlike {
  readonly servers: readonly string[];
}

/** null where the name does not exist; `silent` where DNS would not say. */
async function registration(
  { dns }: CheckContext,
  candidate: LookAlike,
): Promise<Registration | null | "silent"> {
  const asked = dns.query(candidate.name, "NS", { checkingDisabled: true });
  const answer = await recover(
    asked,
    unlessEnded(() => null),
  );
  if (answer?.status === "nxdomain" || answer?.status === "nodata") return null;
  if (answer?.status !== "ok") return "silent";
  const servers = answer.answers.flatMap((record) =>
    record.type === "NS" ? [plainName(record.data)] : [],
  );
  return { ...candidate, servers };
}

async function describe(
  { dns, target }: CheckContext,
  { name, likeness, servers }: Registration,
): Promise<Observation<Outcome>> {
  const answer = await dns.query(name, "MX", { checkingDisabled: true });
  const exchanges = answer.answers.flatMap((record) =>
    // A null MX (RFC 7505) says that there is no mail.
    record.type === "MX" && plainName(record.data.exchange) !== ""
      ? [plainName(record.data.exchange)]
      : [],
  );
  const facts = [
    { name: "lookalike.name", value: domainToUnicode(name) || name },
    { name: "lookalike.likeness", value: likeness },
    { name: "lookalike.servers", value: servers },
    { name: "lookalike.mx", value: exchanges },
  ];
  // A provider's servers hold everybody's names; only servers below the domain itself are its owner's.
  const mine = servers.some((server) => server.endsWith(`.${target.domain}`));
  const outcome = mine ? "own" : exchanges.length > 0 ? "mail" : "registered";
  return { outcome, subject: name, facts };
}
