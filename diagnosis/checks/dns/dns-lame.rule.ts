import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import type { DnsQueryOptions } from "../../net/clients.ts";
import { recover, unlessEnded } from "../../net/recover.ts";
import { dnsLameTexts } from "./dns-lame.texts.ts";
import { type NameServer, nameServers } from "./name-servers.ts";
import { NO_NAME_SERVERS } from "./reasons.texts.ts";

/**
 * Every delegated name server answers for the zone with authority (AA bit, RFC 1035 §4.1.1). One that
 * does not is a lame delegation (RFC 1912 §2.8; RFC 9499 §7). Its name is no alias (RFC 2181 §10.3) and leads
 * to public addresses. One that gives us no answer while others do may be down; that is said with a "may".
 */
export const dnsLame = defineCheck(dnsLameTexts, {
  id: "dns-lame",
  category: "dns",
  scope: "zone",
  outcomes: {
    authoritative: { state: "pass", severity: null },
    lame: { state: "fail", severity: "medium" },
    unresolvable: { state: "fail", severity: "medium" },
    special: { state: "fail", severity: "medium" },
    alias: { state: "fail", severity: "medium" },
    silent: { state: "warn", severity: "medium" },
  },
  async run(context): Promise<readonly Observation<Outcome>[] | Observation<Outcome>> {
    const servers = await nameServers(context);
    if (servers.length === 0) return inconclusive(NO_NAME_SERVERS);
    const asked = await Promise.all(servers.map((server) => ask(context, server)));
    // Where none answers, it may be us who are cut off.
    const someAnswer = asked.some((one) => !one.some(({ outcome }) => outcome === "silent"));
    const seen = asked
      .flat()
      .map((one) =>
        one.outcome === "silent" && !someAnswer
          ? { ...inconclusive(NET_REASONS.timeout), subject: one.subject ?? "" }
          : one,
      );
    if (seen.length > 0) return seen;
    const facts = [{ name: "dns.nameServers", value: servers.map((server) => server.name) }];
    return { outcome: "authoritative", facts };
  },
});

type Outcome = "authoritative" | "lame" | "unresolvable" | "special" | "alias" | "silent";

/** What is wrong with a server; nothing when it answers with authority at every address. */
async function ask(context: CheckContext, server: NameServer): Promise<Observation<Outcome>[]> {
  const { name, failure, special, isAlias } = server;
  const record = { name: "dns.record", value: `${context.target.domain} NS ${name}` };
  const found: Observation<Outcome>[] = [];
  if (isAlias) found.push({ outcome: "alias", subject: name, facts: [record] });
  if (special.length > 0) {
    const facts = [record, { name: "dns.specialAddresses", value: special }];
    found.push({ outcome: "special", subject: name, facts });
  }
  if (failure === null) return [...found, ...(await atEachAddress(context, server))];
  if (found.length > 0) return found;
  if (failure === "no-address")
    return [{ outcome: "unresolvable", subject: name, facts: [record] }];
  return [{ ...inconclusive(NET_REASONS[failure]), subject: name }];
}

async function atEachAddress(
  context: CheckContext,
  { name, addresses }: NameServer,
): Promise<Observation<Outcome>[]> {
  for (const address of addresses) {
    const answer = await soaAt(context, address);
    if (typeof answer === "string") {
      if (!SILENCE.includes(answer))
        return [{ ...inconclusive(NET_REASONS[answer]), subject: name }];
      const facts = [{ name: "reason", value: answer }];
      return [{ outcome: "silent", subject: name, place: { host: name, address }, facts }];
    }
    if (answer.status === "ok" && answer.authoritative) continue;
    const said = answer.authoritative ? answer.rcode : `${answer.rcode}, AA=0`;
    const facts = [{ name: "dns.answer", value: said }];
    return [{ outcome: "lame", subject: name, place: { host: name, address }, facts }];
  }
  return [];
}

const SILENCE = ["timeout", "closed", "reset"];

/** By UDP, and where that brings nothing once more by TCP. */
async function soaAt({ dns, target }: CheckContext, server: string) {
  const ask = (options: DnsQueryOptions) =>
    recover(
      dns.query(target.domain, "SOA", options),
      unlessEnded((code) => code),
    );
  const answer = await ask({ server });
  const isSilent = typeof answer === "string" && SILENCE.includes(answer);
  return isSilent ? ask({ server, transport: "tcp" }) : answer;
}
