import type { Answer } from "dns-packet";
import type { CheckContext } from "../../engine/context.ts";
import { plainName } from "../../net/dns/plain-name.ts";
import { NetError } from "../../net/net-error.ts";

/** Servers of a kind that are asked for. */
export const MAX_SERVERS = 6;

/** Of the names, those without an AAAA record: where an alias leads, for beside it nothing else may stand. */
export async function lackingIpv6(
  context: CheckContext,
  names: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    names.slice(0, MAX_SERVERS).map(async (name) => {
      const answer = await context.dns.query(name, "AAAA", { checkingDisabled: true });
      if (!["ok", "nodata", "nxdomain"].includes(answer.status))
        throw new NetError("dns", `AAAA of ${name}: ${answer.rcode}`);
      if (answer.answers.some(({ type }) => type === "AAAA")) return [];
      return [aliasesIn(answer.answers).at(-1) ?? name];
    }),
  );
  return found.flat();
}

/** Where the aliases of an answer lead, in their order. */
function aliasesIn(answers: readonly Answer[]): readonly string[] {
  return answers.flatMap((record) => (record.type === "CNAME" ? [plainName(record.data)] : []));
}

/** Which kinds of servers lack it. */
export function kindsOf(lacks: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.entries(lacks).flatMap(([kind, names]) => (names.length > 0 ? [kind] : []));
}
