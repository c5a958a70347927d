import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { countUpTo, every, upTo } from "../../database/pages.ts";
import type { Scope } from "../../database/scope.ts";
import { groupSums, noDomains } from "../groups/group-sums.ts";
import type { DomainFilters } from "./domain-filters.ts";

async function allDomains(tx: KarteTransaction): Promise<number> {
  const rows = await tx.selectFrom("karte.score_count").select("domains").execute();
  return rows.reduce((sum, { domains }) => sum + domains, 0);
}

/**
 * The count of a list that at most one filter narrows, from what every write keeps; undefined for
 * others, and for people who see a part of the workspace.
 */
async function keptCount(
  tx: KarteTransaction,
  scope: Scope,
  { group, ...filters }: DomainFilters,
): Promise<number | undefined> {
  const isNarrowed = Object.values(filters).some((value) => value !== undefined && value !== "");
  if (scope.groups !== null || isNarrowed) return undefined;
  if (group === undefined) return allDomains(tx);
  const [only] = group;
  if (only === undefined || group.length > 1) return undefined;
  const { scores } = (await groupSums(tx, only)).get(only) ?? noDomains;
  return [...scores.values()].reduce((sum, domains) => sum + domains, 0);
}

/** How many domains a narrowed list has; exact up to the limit of counts. */
export async function domainCount(
  tx: KarteTransaction,
  scope: Scope,
  filters: DomainFilters,
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<{ value: number; more: boolean }> {
  const kept = await keptCount(tx, scope, filters);
  if (kept !== undefined) return upTo(kept);
  return countUpTo(
    tx,
    sql`1 from karte.domain d where d.deleted_at is null and ${every(conditions)}`,
  );
}
