import { bulkMost } from "@sekimori/karte-contract/constants";
import type { DomainRow } from "@sekimori/karte-contract/endpoints/domains";
import type { ListSort } from "@sekimori/karte-contract/lists";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { gradeCode, proofCode, scheduleCode } from "../../database/codes.ts";
import { csvInPortions } from "../../database/csv-in-portions.ts";
import { moment } from "../../database/moments.ts";
import {
  cutPage,
  every,
  onPage,
  ordering,
  type Position,
  readCursor,
} from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { type DomainRecord, domainRecords, domainViews } from "../domain-records/domain-rows.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { domainCount } from "./domain-count.ts";
import {
  type DomainFilters,
  domainConditions,
  domainOrder,
  findDomains,
  responsibleKeys,
} from "./domain-filters.ts";
import { domainsByResponsible, responsiblePosition } from "./responsible-order.ts";
import { type Chosen, idsOf } from "./selection.ts";

export interface DomainQuery extends DomainFilters {
  readonly cursor?: string | undefined;
  readonly size: number;
  readonly sort: ListSort<"domains">;
  readonly order: "asc" | "desc";
}

/** One page of the narrowed list. @throws AppError InvalidInput for a cursor that is none of ours. */
export async function domainList(
  { db, sealer }: KarteContext,
  member: Member,
  { cursor, size, sort, order, ...filters }: DomainQuery,
): Promise<{
  domains: DomainRow[];
  next: string | null;
  count: { value: number; more: boolean };
}> {
  const from = readCursor(cursor);
  return inScope(db, member.scope, async (tx) => {
    const found = await findDomains(tx, filters.q);
    const conditions = domainConditions(filters, found);
    const { records, position } = await onePage(tx, sealer, {
      sort,
      order,
      conditions,
      only: filters.responsible && responsibleKeys(filters.responsible),
      from,
      most: size + 1,
    });
    const { shown, next } = cutPage(records, size, position);
    return {
      domains: await domainViews(tx, sealer, shown),
      next,
      count:
        found && conditions.length === 1
          ? found.count
          : await domainCount(tx, member.scope, filters, conditions),
    };
  });
}

interface Wanted extends Pick<DomainQuery, "sort" | "order"> {
  readonly conditions: readonly RawBuilder<SqlBool>[];
  /** Whose domains are asked for; undefined for everybody's. */
  readonly only: readonly string[] | undefined;
  readonly from: Position | undefined;
  readonly most: number;
}

/** The rows of a page, and where each stands in its order. */
async function onePage(
  tx: KarteTransaction,
  sealer: Sealer,
  { sort, order, conditions, only, from, most }: Wanted,
): Promise<{
  records: readonly DomainRecord[];
  position: (row: DomainRecord) => Position;
}> {
  if (sort === "responsible") {
    const part = { conditions, only, from, most, descending: order === "desc" };
    const records = await domainsByResponsible(tx, sealer, part);
    return { records, position: responsiblePosition };
  }
  const { page, position } = domainOrder(sort, order);
  const records = await domainRecords(
    tx,
    onPage(sql`karte.domain d`, [sql<SqlBool>`d.deleted_at is null`, ...conditions], page, {
      from,
      most,
    }),
    sql`order by ${ordering(page)}`,
  );
  return { records, position };
}

/** The narrowed list as a file for spreadsheets. */
export function domainsAsCsv(
  context: KarteContext,
  member: Member,
  filters: DomainFilters,
): Promise<CsvFile> {
  return asCsv(context, member, async (tx) =>
    every(domainConditions(filters, await findDomains(tx, filters.q))),
  );
}

/** Those that a person chose, as the same file; what the person does not see is not in it. */
export function chosenAsCsv(
  context: KarteContext,
  member: Member,
  chosen: Chosen,
): Promise<CsvFile> {
  return asCsv(context, member, async (tx) => {
    const ids = await idsOf(tx, member, chosen);
    return sql<SqlBool>`d.id = any (${ids}::uuid[])`;
  });
}

interface CsvFile {
  readonly fileName: string;
  readonly text: string;
}

const exportColumns = [
  ...["name", "label", "grade", "score", "critical", "high", "medium", "low", "info"],
  ...["proof", "schedule", "last_run_at", "responsible"],
] as const;

async function asCsv(
  { db, clock, sealer }: KarteContext,
  member: Member,
  which: (tx: KarteTransaction) => Promise<RawBuilder<SqlBool>>,
): Promise<CsvFile> {
  const now = clock.now();
  return inScope(db, member.scope, async (tx) => {
    const chosen = await which(tx);
    const read = async (last: string | undefined, most: number) => {
      const conditions = last === undefined ? [chosen] : [chosen, sql<SqlBool>`d.name > ${last}`];
      const rest = sql`order by d.name limit ${most}`;
      const records = await domainRecords(tx, every(conditions), rest);
      const person = await peopleById(
        tx,
        sealer,
        records.map(({ responsible }) => responsible),
      );
      const rows = records.map((row) => [
        row.name,
        row.label,
        gradeCode.word(row.grade),
        row.score,
        row.open_critical,
        row.open_high,
        row.open_medium,
        row.open_low,
        row.open_info,
        proofCode.word(row.proof),
        scheduleCode.word(row.schedule),
        moment(row.last_run_at),
        person(row.responsible)?.email ?? "",
      ]);
      return { rows, last: records.at(-1)?.name };
    };
    const { text, count } = await csvInPortions(exportColumns, bulkMost, read);
    await appendActivity(tx, {
      at: now,
      action: "domains.exported",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { count },
    });
    return { fileName: `domains-${tokyoDay(now)}.csv`, text };
  });
}
