import type { TakeoverFingerprint } from "../../data/data-sets.ts";
import { defineCheck, inconclusive, notApplicable } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import type { HttpResponse } from "../../net/clients.ts";
import { recover } from "../../net/recover.ts";
import { isAbsent } from "./absent.ts";
import { aliasChain } from "./alias-chain.ts";
import { isUnclaimedPage, rowsFor } from "./aliases/provider.ts";
import { registrableOf } from "./aliases/registration.ts";
import { registryWord } from "./aliases/registry-word.ts";
import { dnsDanglingTexts } from "./dns-dangling.texts.ts";
import {
  ALIAS_LOOPS,
  CANNOT_READ_PROVIDER_PAGE,
  DOMAIN_IS_GONE,
  NO_ALIAS,
} from "./reasons.texts.ts";

/**
 * An alias whose target is gone: it does not exist any more, or its provider shows the page for unclaimed
 * names. Whether a stranger can claim such a name is the provider's row in the data, with its source and day;
 * nothing is claimed to prove it. Where the whole domain of the target is gone, that is one finding, and
 * dns-lapsed has it.
 */
export const dnsDangling = defineCheck(dnsDanglingTexts, {
  id: "dns-dangling",
  category: "dns",
  scope: "host",
  outcomes: {
    alive: { state: "pass", severity: null },
    claimable: { state: "fail", severity: "critical" },
    unclaimed: { state: "fail", severity: "medium" },
    gone: { state: "fail", severity: "medium" },
  },
  async run(context) {
    const { targets: chain, loops } = await aliasChain(context);
    const target = chain.at(-1);
    if (target === undefined) return notApplicable(NO_ALIAS);
    if (loops) return notApplicable(ALIAS_LOOPS);
    const cause = { kind: "name", name: target } as const;
    const { takeovers, suffixes } = context.data;
    if (await isAbsent(context, target)) {
      const above = registrableOf(target, suffixes);
      const isGone =
        above !== null &&
        above.registration !== "closed" &&
        (await registryWord(context, above.domain)) !== "exists";
      if (isGone) return notApplicable(DOMAIN_IS_GONE);
      const [row] = rowsFor([target], takeovers).filter(({ sign }) => sign === "absent");
      const facts = factsOf(target, row);
      return { outcome: (await isFree(context, row)) ? "claimable" : "gone", facts, cause };
    }
    const rows = rowsFor(chain, takeovers);
    if (!rows.some(({ sign }) => sign !== "absent"))
      return { outcome: "alive", facts: factsOf(target, rows[0]) };
    const page = await frontPage(context);
    if (page === null) return inconclusive(CANNOT_READ_PROVIDER_PAGE, factsOf(target, rows[0]));
    const row = rows.find(({ sign }) => sign !== "absent" && isUnclaimedPage(sign, page));
    const unclaimed = (await isFree(context, row)) ? "claimable" : "unclaimed";
    const facts = factsOf(target, row ?? rows[0]);
    return { outcome: row === undefined ? "alive" : unclaimed, facts, cause };
  },
});

/** A stranger can claim the name, and the owner published nothing by which the provider refuses strangers. */
async function isFree({ dns, target }: CheckContext, row: TakeoverFingerprint | undefined) {
  if (row?.claimable !== "yes") return false;
  return row.guard === undefined || (await dns.texts(`${row.guard}.${target.host}`)).length === 0;
}

function factsOf(target: string, row: TakeoverFingerprint | undefined) {
  return [
    { name: "dns.aliasTarget", value: target },
    { name: "dns.aliasProvider", value: row?.provider ?? "" },
    ...(row === undefined
      ? []
      : [
          { name: "dns.aliasClaimable", value: row.claimable },
          { name: "dns.aliasSource", value: `${row.source} (${row.day})` },
        ]),
  ];
}

/** What the alias itself shows; another host's page, behind a redirect, says nothing of it. */
async function frontPage({ http, target }: CheckContext): Promise<HttpResponse | null> {
  const page = await recover(http.root(), () => null);
  return page !== null && new URL(page.url).hostname === target.host ? page : null;
}
