import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { on, recover, unlessEnded } from "../../net/recover.ts";
import { dnsResolvesTexts } from "./dns-resolves.texts.ts";
import { delegationAtParent } from "./parent-zone.ts";
import { PARENT_SILENT, REJECTED, RESOLVER_FAILS } from "./reasons.texts.ts";

/** Servers of the parent's set that are asked. */
const MAX_SERVERS = 6;

/**
 * The domain can be resolved at all. Where the recursive resolver fails, with validation and without, every
 * server that the parent names is asked directly (RFC 1034 §4.2.1, RFC 1912 §2.8): only where none of them
 * answers for the zone is the domain gone for everyone. What a validating resolver sees is told beside it.
 */
export const dnsResolves = defineCheck(dnsResolvesTexts, {
  id: "dns-resolves",
  category: "dns",
  scope: "zone",
  outcomes: {
    resolves: { state: "pass", severity: null },
    unresolvable: { state: "fail", severity: "high", cap: "unresolvable" },
  },
  cause: ({ domain }) => ({ kind: "name", name: `zone ${domain}` }),
  async run(context) {
    const { domain } = context.target;
    const seen = await ask(context, domain);
    if (isAnswer(seen))
      return { outcome: "resolves", facts: [{ name: "dns.validating", value: seen }] };
    // Only a resolver that answers for others says something about this domain.
    if (!isAnswer(await ask(context, "."))) return inconclusive(RESOLVER_FAILS);
    const unvalidated = await ask(context, domain, true);
    const facts = [
      { name: "dns.validating", value: seen },
      { name: "dns.unvalidated", value: unvalidated },
    ];
    // A zone whose signatures do not hold is dns-dnssec's to report.
    if (isAnswer(unvalidated)) return notApplicable(REJECTED, facts);
    const delegation = await delegationAtParent(context);
    if (delegation === null) return inconclusive(PARENT_SILENT, facts);
    const servers = delegation.servers.slice(0, MAX_SERVERS);
    const said = await Promise.all(
      servers.map((name) => atServer(context, name, delegation.glue.get(name) ?? [])),
    );
    const told = [
      ...facts,
      { name: "dns.nameServers", value: delegation.servers },
      { name: "dns.serverAnswers", value: servers.map((name, at) => `${name}: ${said[at]}`) },
    ];
    const isUnknown = said.includes("unknown") || servers.length < delegation.servers.length;
    if (said.includes("answers") || isUnknown) return inconclusive(RESOLVER_FAILS, told);
    return { outcome: "unresolvable", facts: told };
  },
});

/** The answer's code to a question for the zone itself, or why there was none. */
async function ask({ dns }: CheckContext, name: string, checkingDisabled = false): Promise<string> {
  const options = checkingDisabled ? { checkingDisabled, dnssec: true } : {};
  const asked = dns.query(name, "SOA", options).then(({ rcode }): string => rcode);
  return recover(
    asked,
    unlessEnded((code) => code),
  );
}

function isAnswer(code: string): boolean {
  return code === "NOERROR" || code === "NXDOMAIN";
}

/** What one server of the parent's set says of the zone, at any of its addresses. */
async function atServer(context: CheckContext, name: string, glue: readonly string[]) {
  const usable = glue.filter((address) => context.dns.isPublic(address));
  const addresses = usable.length > 0 ? usable : await addressesOf(context, name);
  if (addresses === "unknown") return "unknown";
  if (addresses.length === 0) return "no address";
  const said: string[] = [];
  for (const server of addresses.slice(0, 2)) {
    const answer = await recover(
      context.dns.query(context.target.domain, "SOA", { server }),
      unlessEnded((code) => code),
    );
    if (answer === "unreachable") return "unknown";
    if (typeof answer === "string") said.push(answer);
    else if (answer.authoritative && isAnswer(answer.rcode)) return "answers";
    else said.push(answer.rcode === "NOERROR" ? "not authoritative" : answer.rcode);
  }
  return said.join(", ");
}

async function addressesOf({ dns }: CheckContext, name: string) {
  // A name in the lost domain itself cannot be looked up either; a private address reaches nobody.
  const isLost = on(["no-address", "refused", "dns", "timeout"], []);
  return recover(
    dns.addresses(name),
    unlessEnded((code) => isLost(code) ?? ("unknown" as const)),
  );
}
