import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { recover, unlessEnded } from "../../net/recover.ts";
import { dnsDelegationTexts } from "./dns-delegation.texts.ts";
import { nameServers } from "./name-servers.ts";
import { delegationAtParent } from "./parent-zone.ts";
import { NO_NAME_SERVERS, PARENT_SILENT } from "./reasons.texts.ts";

type Outcome = "consistent" | "missing-at-parent" | "missing-at-child" | "lame" | "serials";

/** Servers whose serials are compared. */
const MAX_SERVERS = 13;

/**
 * Parent and child name the same servers (RFC 1912 §2.8, §3.3; RFC 9471 for what the parent must hand over),
 * each server the *parent* names answers with authority, and all hold the same version of the zone. What the
 * child alone says (dns-lame) is not what resolvers follow.
 */
export const dnsDelegation = defineCheck(dnsDelegationTexts, {
  id: "dns-delegation",
  category: "dns",
  scope: "zone",
  outcomes: {
    consistent: { state: "pass", severity: null },
    "missing-at-parent": { state: "fail", severity: "medium" },
    "missing-at-child": { state: "fail", severity: "medium" },
    lame: { state: "fail", severity: "medium" },
    serials: { state: "fail", severity: "medium" },
  },
  async run(context): Promise<readonly Observation<Outcome>[] | Observation<Outcome>> {
    const child = (await nameServers(context)).map(({ name }) => name);
    if (child.length === 0) return inconclusive(NO_NAME_SERVERS);
    const delegation = await delegationAtParent(context);
    if (delegation === null) return inconclusive(PARENT_SILENT);
    const parent = delegation.servers;
    const found: Observation<Outcome>[] = [
      ...child
        .filter((name) => !parent.includes(name))
        .map((name) => ({ outcome: "missing-at-parent" as const, subject: name })),
      ...parent
        .filter((name) => !child.includes(name))
        .map((name) => ({ outcome: "missing-at-child" as const, subject: name })),
    ];
    const serials = new Set<number>();
    for (const name of [...new Set([...parent, ...child])].slice(0, MAX_SERVERS)) {
      const answer = await soaOf(context, name);
      if (answer === "unknown") continue;
      if (answer === "lame") {
        // What the child names too is dns-lame's to report.
        if (!child.includes(name)) found.push({ outcome: "lame", subject: name });
      } else serials.add(answer);
    }
    const facts = [
      { name: "dns.nameServers", value: parent },
      { name: "dns.childServers", value: child },
      { name: "dns.serials", value: [...serials].map(String) },
    ];
    if (serials.size > 1) found.push({ outcome: "serials" });
    if (found.length === 0) return { outcome: "consistent", facts };
    return found.map((one) => ({ ...one, facts }));
  },
});

async function soaOf(context: CheckContext, name: string): Promise<number | "lame" | "unknown"> {
  const asked = context.dns.addresses(name).then(async ([server]) => {
    if (server === undefined) return "unknown";
    const answer = await context.dns.query(context.target.domain, "SOA", { server });
    const soa = answer.answers.find((record) => record.type === "SOA");
    return answer.authoritative && soa?.type === "SOA" ? (soa.data.serial ?? 0) : "lame";
  });
  return recover(
    asked,
    unlessEnded((code) => (code === "no-address" ? "lame" : "unknown")),
  );
}
