import type { CheckContext } from "../../engine/context.ts";
import type { DnsAnswer } from "../../net/clients.ts";
import { plainName } from "../../net/dns/plain-name.ts";
import { NetError } from "../../net/net-error.ts";

/** Name servers of the parent that are tried. */
const MAX_PARENTS = 4;

/** What the parent zone hands out for a domain. */
export interface Delegation {
  readonly servers: readonly string[];
  /** Addresses that come along, by the server's name (glue, RFC 9471). */
  readonly glue: ReadonlyMap<string, readonly string[]>;
}

/** Asks one of the parent zone's own servers, once per target; null where none of them answers. */
export function delegationAtParent(context: CheckContext): Promise<Delegation | null> {
  return context.once("dns.delegation", async () => {
    const { domain } = context.target;
    const above = await parentServers(context, domain);
    for (const name of above.slice(0, MAX_PARENTS)) {
      try {
        const [server] = await context.dns.addresses(name);
        if (server === undefined) continue;
        const answer = await context.dns.query(domain, "NS", { server });
        const servers = delegation(answer, domain);
        if (servers.length > 0) return { servers, glue: glueOf(answer) };
      } catch (error) {
        if (!(error instanceof NetError) || ["budget", "aborted"].includes(error.code)) throw error;
      }
    }
    return null;
  });
}

/** A referral names them as authority; a server of both zones answers itself. */
function delegation({ answers, authorities }: DnsAnswer, domain: string): readonly string[] {
  const names = [...authorities, ...answers].flatMap((record) =>
    record.type === "NS" && plainName(record.name) === domain ? [plainName(record.data)] : [],
  );
  return [...new Set(names)].sort();
}

function glueOf({ additionals }: DnsAnswer): ReadonlyMap<string, readonly string[]> {
  const glue = new Map<string, readonly string[]>();
  for (const record of additionals) {
    if (record.type !== "A" && record.type !== "AAAA") continue;
    const name = plainName(record.name);
    glue.set(name, [...(glue.get(name) ?? []), record.data]);
  }
  return glue;
}

/** Name servers of the closest zone above. */
async function parentServers({ dns }: CheckContext, domain: string): Promise<readonly string[]> {
  const labels = domain.split(".");
  for (let at = 1; at < labels.length; at += 1) {
    const answer = await dns.query(labels.slice(at).join("."), "NS", { checkingDisabled: true });
    const names = answer.answers.flatMap((r) => (r.type === "NS" ? [plainName(r.data)] : []));
    if (names.length > 0) return names;
  }
  return [];
}
