import { type FindingRow, workMost } from "@sekimori/karte-contract/endpoints/findings";
import type { ListSort } from "@sekimori/karte-contract/lists";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import {
  cutPage,
  every,
  ofLiveDomain,
  onPage,
  ordering,
  readCursor,
} from "../../database/pages.ts";
import { inScope, type Scope } from "../../database/scope.ts";
import { besideItself, isFirstOfCause } from "../causes/cause-views.ts";
import type { Member } from "../principals/principals.ts";
import { findingCount } from "./finding-count.ts";
import { type FindingFilters, findingOrder, sidesOf } from "./finding-filters.ts";
import { type FindingRecord, findingRecords, findingViews } from "./finding-rows.ts";
import { hasWords, idsWithWords } from "./finding-search.ts";
import { anyOf } from "./query/any-of.ts";
import { askedFindings } from "./query/asked-findings.ts";
import { type Asking, askedBy, askingScope } from "./query/asking.ts";

/** Which part of a list, in which order. */
export interface ListPart {
  readonly cursor?: string | undefined;
  readonly size: number;
  readonly sort: ListSort<"findings">;
  readonly order: "asc" | "desc";
  /** One row for each finding, or for each cause of some. */
  readonly each: "finding" | "cause";
}

/** Indexes have the findings of a check, or of an exposure, in these orders. */
const hasWays = (sort: ListPart["sort"]) => sort === "priority" || sort === "severity";

/**
 * One page of the narrowed list, and how to count all of it.
 *
 * @param isAnywhere false where it is known that no name of a domain or host has the words
 * @throws AppError InvalidInput for a cursor that is none of ours.
 */
export async function findingPageOf(
  tx: KarteTransaction,
  scope: Scope,
  asked: FindingFilters,
  part: ListPart,
  { isAnywhere = true, ...asking }: Asking & { readonly isAnywhere?: boolean },
): Promise<{
  readonly records: readonly FindingRecord[];
  readonly next: string | null;
  count(): Promise<{ value: number; more: boolean }>;
}> {
  const narrowed = await askedFindings(tx, asked, asking, { isAnywhere });
  const { conditions, found } = narrowed;
  const { page: order, position } = findingOrder(part.sort, part.order);
  const from = readCursor(part.cursor);
  const most = part.size + 1;
  const table = sql`karte.finding f ${besideItself(order.column)}`;
  const all = [...conditions, ...(found === undefined ? [] : [hasWords(found)])];
  const first = part.each === "cause" ? [isFirstOfCause(all, order.column, part.order)] : [];
  const page = { table, order, from, most };
  const live = ofLiveDomain(sql`f.domain_id`);
  const firstOf = (side: RawBuilder<SqlBool>) =>
    onPage(table, [side, live, ...conditions, ...first], order, page);
  const ways = hasWays(part.sort) ? narrowed.ways : undefined;
  const sides = sidesOf(narrowed.filters.state).flatMap((side) =>
    (ways ?? [sql<SqlBool>`true`]).map((way) => every([side, way])),
  );
  const wanted: readonly RawBuilder<SqlBool>[] =
    found === undefined
      ? [anyOf(sides.map(firstOf))]
      : [
          sql<SqlBool>`f.id = any (${await idsWithWords(tx, found, [...conditions, ...first], page, ways)}::uuid[])`,
        ];
  const rows = await findingRecords(
    tx,
    every(wanted),
    sql`order by ${ordering(order)} limit ${most}`,
  );
  const { shown, next } = cutPage(rows, part.size, position);
  return {
    records: shown,
    next,
    count: () => findingCount(tx, scope, narrowed),
  };
}

/** One page of the narrowed list, as it is shown. */
export function findingList(
  context: KarteContext,
  member: Member,
  { cursor, size, sort, order, each, ...filters }: FindingFilters & ListPart,
): Promise<{
  findings: FindingRow[];
  next: string | null;
  count: { value: number; more: boolean };
}> {
  const { scope } = member;
  const asking = askedBy(context, member);
  return inScope(context.db, askingScope(scope, filters), async (tx) => {
    const part = { cursor, size, sort, order, each };
    const { records, next, count } = await findingPageOf(tx, scope, filters, part, asking);
    const findings = await findingViews(tx, context.sealer, records, asking.now);
    return { findings, next, count: await count() };
  });
}

/** The ids of what is narrowed, the most urgent first, as many as one act may take. */
export function selectedFindings(
  context: KarteContext,
  member: Member,
  filters: FindingFilters,
): Promise<{ findings: string[]; more: boolean }> {
  const part = { sort: "priority", order: "asc", size: workMost, each: "finding" } as const;
  const { scope } = member;
  return inScope(context.db, askingScope(scope, filters), async (tx) => {
    const asking = askedBy(context, member);
    const { records, next } = await findingPageOf(tx, scope, filters, part, asking);
    return { findings: records.map(({ id }) => id), more: next !== null };
  });
}
