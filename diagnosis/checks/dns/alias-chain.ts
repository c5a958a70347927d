import type { CheckContext } from "../../engine/context.ts";
import { plainName } from "../../net/dns/plain-name.ts";

const MAX_ALIASES = 10;

/** The aliases that begin at a host. */
export interface AliasChain {
  /** The targets of the host's CNAME and of the ones behind it, each once. */
  readonly targets: readonly string[];
  /** The chain comes back to a name that it has passed, so that it leads nowhere (RFC 1034 §3.6.2). */
  readonly loops: boolean;
}

/** Follows the CNAME records of the target's host one by one, bogus ones too. */
export async function aliasChain({ dns, target }: CheckContext): Promise<AliasChain> {
  const targets: string[] = [];
  let at = target.host;
  while (targets.length < MAX_ALIASES) {
    const answer = await dns.query(at, "CNAME", { checkingDisabled: true });
    const alias = answer.answers.find(
      (record) => record.type === "CNAME" && plainName(record.name) === at,
    );
    if (alias?.type !== "CNAME") break;
    at = plainName(alias.data);
    if (at === target.host || targets.includes(at))
      return { targets: [...targets, at], loops: true };
    targets.push(at);
  }
  return { targets, loops: false };
}
