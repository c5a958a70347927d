import type { CheckContext } from "../../engine/context.ts";
import { plainName } from "./names.ts";

const MAX_ALIASES = 10;

/** The targets of the host's CNAME and of the ones behind it. */
export async function aliasChain(
  { dns, target }: CheckContext,
  options: { readonly checkingDisabled?: true } = {},
): Promise<string[]> {
  const chain: string[] = [];
  let at = target.host;
  while (chain.length < MAX_ALIASES) {
    const answer = await dns.query(at, "CNAME", options);
    const alias = answer.answers.find((record) => record.type === "CNAME");
    if (alias?.type !== "CNAME") break;
    at = plainName(alias.data);
    chain.push(at);
  }
  return chain;
}
