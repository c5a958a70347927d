import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import { type Reference, references } from "./aliases/references.ts";
import { type Registrable, registrableOf } from "./aliases/registration.ts";
import { registryRecord } from "./aliases/registry-record.ts";
import { registryWord } from "./aliases/registry-word.ts";
import { dnsLapsedTexts } from "./dns-lapsed.texts.ts";
import { DOMAINS_LEFT } from "./reasons.texts.ts";

/** Domains asked for; a page may name any number. */
const MAX_DOMAINS = 40;
/** Of those that are gone, for how many the registries are asked: a page must not send us there in crowds. */
const MAX_ASKED = 5;

/**
 * What the host relies on lies under a domain that nobody has registered: a stranger who registers it answers
 * for the alias, runs the name server, receives the mail, may send by the SPF, or writes the script (as
 * can-i-take-over-xyz describes for aliases; RFC 1912 §2.4). Only a domain right below an ICANN suffix can be
 * registered; critical wants a suffix that is open to anyone and the registry's own word: by RDAP that it has no
 * record, and where it has no RDAP its verified denial in DNS. A denial alone is true of domains on hold and of
 * those without name servers too, which nobody can have; so a registry with RDAP that does not answer leaves
 * medium (decision 119).
 */
export const dnsLapsed = defineCheck(dnsLapsedTexts, {
  id: "dns-lapsed",
  category: "dns",
  scope: "host",
  outcomes: {
    registered: { state: "pass", severity: null },
    lapsed: { state: "fail", severity: "critical" },
    held: { state: "fail", severity: "medium" },
    unregistered: { state: "fail", severity: "medium" },
  },
  async run(context) {
    const byDomain = new Map<string, Reference & Registrable>();
    for (const reference of await references(context)) {
      const above = registrableOf(reference.name, context.data.suffixes);
      // What nobody can register is no danger, whether it is there or not.
      if (above === null || above.registration === "closed") continue;
      const { domain } = above;
      const isOwn =
        domain === context.target.domain || context.target.domain.endsWith(`.${domain}`);
      if (!isOwn && !byDomain.has(domain)) byDomain.set(domain, { ...reference, ...above });
    }
    const examined = [...byDomain].slice(0, MAX_DOMAINS);
    const left = [...byDomain.keys()].slice(MAX_DOMAINS);
    let asked = 0;
    const found = await Promise.all(
      examined.map(async ([domain, { kind, name, registration, rdap }]): Promise<Lapse[]> => {
        const word = await registryWord(context, domain);
        if (word === "exists") return [];
        asked += 1;
        const record = await registryRecord(context, domain, asked > MAX_ASKED ? null : rdap);
        const isDenied = word === "verified" && rdap === null;
        const isSure = registration === "open" && (isDenied || record.kind === "none");
        const facts = [
          { name: "lapsed.kind", value: kind },
          { name: "lapsed.name", value: name },
          { name: "lapsed.registration", value: registration },
          { name: "lapsed.verified", value: word === "verified" },
          { name: "lapsed.record", value: record.kind },
        ];
        const cause = { kind: "name", name: domain } as const;
        const about = { subject: domain, cause };
        if (record.kind !== "kept")
          return [{ ...about, outcome: isSure ? "lapsed" : "unregistered", facts }];
        const status = { name: "lapsed.status", value: record.status };
        return [{ ...about, outcome: "held", facts: [...facts, status] }];
      }),
    );
    const reported: Lapse[] = found.flat();
    if (left.length > 0)
      reported.push(inconclusive(DOMAINS_LEFT, [{ name: "lapsed.unexamined", value: left }]));
    const facts = [{ name: "lapsed.domains", value: [...byDomain.keys()] }];
    return reported.length > 0 ? reported : { outcome: "registered", facts };
  },
});

type Lapse = Observation<"lapsed" | "held" | "unregistered">;
