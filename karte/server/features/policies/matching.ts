import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { every } from "../../database/pages.ts";
import { hasWords } from "../findings/finding-search.ts";
import { askedFindings } from "../findings/query/asked-findings.ts";
import type { Asking } from "../findings/query/asking.ts";

/**
 * Which findings a policy's query shows, as a condition on `karte.finding f`. It asks for the workspace, not for a
 * person: who "me" is stands in the query.
 *
 * @param inAnyState what is asked of the state counts as met: what was found once may be fixed by now
 */
export async function isAskedFor(
  tx: KarteTransaction,
  query: string,
  asking: Pick<Asking, "now" | "sealer">,
  inAnyState = false,
): Promise<RawBuilder<SqlBool>> {
  const all = { ...asking, groups: null };
  const { conditions, found } = await askedFindings(tx, { query }, all, {
    inAnyState,
    isWide: false,
  });
  return every([...conditions, ...(found === undefined ? [] : [hasWords(found)])]);
}

/** The ids of a domain's findings that a query shows now. */
export async function matchesIn(
  tx: KarteTransaction,
  query: string,
  domainId: string,
  asking: Pick<Asking, "now" | "sealer">,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select f.id from karte.finding f
    where f.domain_id = ${domainId} and ${await isAskedFor(tx, query, asking)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
