import { defineCheck, notApplicable, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { aliasChain } from "./alias-chain.ts";
import { dnsAliasTexts } from "./dns-alias.texts.ts";
import { delegationAtParent } from "./parent-zone.ts";
import { NO_ALIAS } from "./reasons.texts.ts";

/**
 * An alias leads somewhere and stands where it may: its chain does not come back to where it began, and it is
 * not at the top of a zone, where NS and SOA stand beside it (RFC 1034 §3.6.2, RFC 1912 §2.4, RFC 2181 §10.1).
 */
export const dnsAlias = defineCheck(dnsAliasTexts, {
  id: "dns-alias",
  category: "dns",
  scope: "host",
  outcomes: {
    sound: { state: "pass", severity: null },
    loop: { state: "fail", severity: "medium" },
    apex: { state: "fail", severity: "medium" },
  },
  async run(context): Promise<readonly Observation<Outcome>[] | Observation<Outcome>> {
    const { targets, loops } = await aliasChain(context);
    if (targets.length === 0) return notApplicable(NO_ALIAS);
    const facts = [
      { name: "dns.aliasTarget", value: targets.at(-1) ?? "" },
      { name: "dns.aliasChain", value: [context.target.host, ...targets] },
    ];
    const cause = { kind: "record", name: `CNAME of ${context.target.host}` } as const;
    const found: Outcome[] = loops ? ["loop"] : [];
    if (await isTopOfZone(context)) found.push("apex");
    if (found.length === 0) return { outcome: "sound", facts };
    return found.map((outcome) => ({ outcome, facts, cause }));
  },
});

type Outcome = "sound" | "loop" | "apex";

/** The parent delegates to it: there are NS and SOA records beside the alias. */
async function isTopOfZone(context: CheckContext): Promise<boolean> {
  return context.target.isDomain && (await delegationAtParent(context)) !== null;
}
