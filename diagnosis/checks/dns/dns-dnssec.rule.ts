import { randomBytes } from "node:crypto";
import type { Answer, DnskeyAnswer, RecordType } from "dns-packet";
import { defineCheck, inconclusive } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { dnsDnssecTexts } from "./dns-dnssec.texts.ts";
import { proofOfAbsence } from "./dnssec/absence.ts";
import { shortKeys, strayAnnouncements } from "./dnssec/announced-keys.ts";
import { askResolver, askZone } from "./dnssec/ask-zone.ts";
import { failsAgain, isAccepted, resolverValidates } from "./dnssec/resolver.ts";
import { validateZone, verifySet, type ZoneState } from "./dnssec/validate.ts";
import { ACCEPTED_ELSEWHERE, NO_VALIDATION } from "./reasons.texts.ts";

/** What other checks read at the zone's own name. */
const DATA: readonly RecordType[] = ["NS", "A", "AAAA", "MX", "TXT", "CAA"];

/** A signature with less of its time left than this is about to end: re-signing has stopped. */
const ENDING = 0.1;

/** From here on validators treat the zone as unsigned (RFC 9276 §3.2). */
const TOO_MANY_ROUNDS = 100;

/**
 * The DNSSEC chain at the zone: the parent's DS names a key, that key signed the key set, the key set
 * signed the data, and what is not there is proved to be absent (RFC 4035 §5). The links above the zone
 * are judged by the resolver, whose refusal to answer without the CD bit counts as a broken chain. Where
 * the resolver validates, it has to refuse too before an answer is called bogus.
 */
export const dnsDnssec = defineCheck(dnsDnssecTexts, {
  id: "dns-dnssec",
  category: "dns",
  scope: "zone",
  outcomes: {
    secure: { state: "pass", severity: null },
    unsigned: { state: "warn", severity: "low" },
    "no-ds": { state: "warn", severity: "low" },
    unsupported: { state: "warn", severity: "low" },
    "ds-mismatch": { state: "fail", severity: "high" },
    expired: { state: "fail", severity: "high" },
    "invalid-signature": { state: "fail", severity: "high" },
    "missing-signature": { state: "fail", severity: "high" },
    "bogus-answers": { state: "fail", severity: "high" },
    ending: { state: "warn", severity: "low" },
    "weak-algorithm": { state: "warn", severity: "low" },
    "short-key": { state: "warn", severity: "low" },
    "tiny-key": { state: "fail", severity: "medium" },
    "cds-mismatch": { state: "warn", severity: "medium" },
    "nsec3-rounds": { state: "warn", severity: "low" },
    "nsec3-unsigned": { state: "fail", severity: "medium" },
    rejected: { state: "fail", severity: "high" },
  },
  async run(context) {
    const { domain } = context.target;
    const [ds, dnskey, soa] = await Promise.all([
      askResolver(context, domain, "DS"),
      askZone(context, domain, "DNSKEY"),
      askZone(context, domain, "SOA"),
    ]);
    const records = { ds: ds.answers, dnskey: dnskey.answers, soa: soa.answers };
    const state = validateZone(domain, records, context.clock.now());
    const outcome = outcomeOf(state);
    if (state.kind !== "secure") {
      const bogus = state.kind === "ds-mismatch" || state.kind === "signature";
      if (bogus && (await isAccepted(context))) return inconclusive(ACCEPTED_ELSEWHERE);
      const keys = records.dnskey.some(({ type }) => type === "DNSKEY");
      const facts = [
        { name: "dnssec.state", value: bogus ? "bogus" : "insecure" },
        { name: "dnssec.keys", value: keys },
      ];
      return { outcome, facts };
    }
    const daysLeft = Math.floor((state.validUntil * 1000 - context.clock.now()) / 86_400_000);
    const validated = await context.dns.query(domain, "SOA");
    const rejected = validated.status === "servfail" && (await failsAgain(context));
    const bogus = rejected ? [] : await bogusAnswers(context, state.keys);
    const absence = await absent(context, state.keys);
    if (absence.state === "bogus" && !rejected) bogus.push("NSEC");
    const { bits, length } = shortKeys(state.keys);
    const stray = strayAnnouncements(await announcements(context), state.keys);
    const facts = [
      { name: "dnssec.state", value: rejected || bogus.length > 0 ? "bogus" : "secure" },
      { name: "dnssec.algorithm", value: state.algorithm },
      { name: "dnssec.signatureDaysLeft", value: daysLeft, unit: "days" as const },
      { name: "dnssec.signatureEnds", value: new Date(state.validUntil * 1000).toISOString() },
      { name: "dnssec.resolverValidates", value: validated.authenticated },
      { name: "dnssec.nsec3Iterations", value: absence.iterations },
      { name: "dnssec.bogusAnswers", value: bogus },
      ...(bits === null ? [] : [{ name: "dnssec.keyBits", value: bits, unit: "bits" as const }]),
      ...(stray.length === 0 ? [] : [{ name: "dnssec.strayCds", value: stray }]),
    ];
    if (rejected) return { outcome: "rejected", facts };
    const found: Outcome[] = [];
    if (bogus.length > 0) found.push("bogus-answers");
    if (state.share < ENDING) found.push("ending");
    if (state.weak) found.push("weak-algorithm");
    if (length !== "enough") found.push(length === "tiny" ? "tiny-key" : "short-key");
    if (stray.length > 0) found.push("cds-mismatch");
    if (absence.iterations > TOO_MANY_ROUNDS) found.push("nsec3-unsigned");
    else if (absence.iterations > 0) found.push("nsec3-rounds");
    if (found.length === 0 && absence.state === "unknown")
      return inconclusive(NO_VALIDATION, facts);
    return (found.length > 0 ? found : ["secure" as const]).map((one) => ({ outcome: one, facts }));
  },
});

type Outcome =
  | "secure"
  | "bogus-answers"
  | "ending"
  | "weak-algorithm"
  | "short-key"
  | "tiny-key"
  | "cds-mismatch"
  | "nsec3-rounds"
  | "nsec3-unsigned";

/** The keys that the zone announces to its parent (RFC 7344). */
async function announcements(context: CheckContext): Promise<readonly Answer[]> {
  const { domain } = context.target;
  const asked = (["CDS", "CDNSKEY"] as const).map((type) => askZone(context, domain, type));
  return (await Promise.all(asked)).flatMap(({ answers }) => answers);
}

/** Types at the zone's own name whose answer is there and does not verify. */
async function bogusAnswers(
  context: CheckContext,
  keys: readonly DnskeyAnswer[],
): Promise<string[]> {
  const { domain } = context.target;
  const seen = await Promise.all(
    DATA.map(async (type) => {
      const { answers } = await askZone(context, domain, type);
      const own = answers.filter(
        (record) => record.type !== "OPT" && record.name.toLowerCase() === domain,
      );
      if (!own.some((record) => record.type === type)) return null;
      const { state } = verifySet(domain, own, type, keys, context.clock.now());
      return state !== "valid" && (await refused(context, domain, type)) ? type : null;
    }),
  );
  return seen.filter((type) => type !== null);
}

/** Whether a name that nobody registered is proved to be absent, and by how many rounds of NSEC3. */
async function absent(
  context: CheckContext,
  keys: readonly DnskeyAnswer[],
): Promise<{ readonly state: "proved" | "bogus" | "unknown"; readonly iterations: number }> {
  const { domain } = context.target;
  const name = `${randomBytes(10).toString("hex")}.${domain}`;
  const { answers, authorities, authoritative } = await askZone(context, name, "A");
  // A wildcard answers for every name.
  if (answers.some((record: Answer) => record.type === "A" || record.type === "CNAME"))
    return { state: "proved", iterations: 0 };
  const signed = { zone: domain, keys, now: context.clock.now() };
  const { kind, iterations } = proofOfAbsence(signed, { name, type: "A" }, authorities);
  if (kind === "proved") return { state: "proved", iterations };
  if (await resolverValidates(context)) {
    const rejected = (await context.dns.query(name, "A")).status === "servfail";
    return { state: rejected ? "bogus" : "proved", iterations };
  }
  // A resolver in between may have left the proof out.
  return { state: kind === "unproved" && authoritative ? "bogus" : "unknown", iterations };
}

/** What we cannot verify counts only where a validating resolver refuses it too, if there is one. */
async function refused(context: CheckContext, name: string, type: RecordType): Promise<boolean> {
  if (!(await resolverValidates(context))) return true;
  return (await context.dns.query(name, type)).status === "servfail";
}

function outcomeOf(state: ZoneState) {
  switch (state.kind) {
    case "secure":
      return "secure";
    case "unsigned":
      return state.keys ? "no-ds" : "unsigned";
    case "unsupported":
      return "unsupported";
    case "ds-mismatch":
      return "ds-mismatch";
    case "signature":
      if (state.state === "missing") return "missing-signature";
      return state.state === "expired" ? "expired" : "invalid-signature";
  }
}
