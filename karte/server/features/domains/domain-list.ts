import { bulkMost } from "@sekimori/karte-contract/constants";
import type { DomainRow, domainSorts } from "@sekimori/karte-contract/endpoints/domains";
import { csvText } from "@sekimori/kit-server/csv";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteContext, KarteTransaction } from "../../context.ts";
import { gradeCode, proofCode, scheduleCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import { cutPage, every, onPage, ordering, readCursor } from "../../database/pages.ts";
import { inScope } from "../../database/scope.ts";
import { appendActivity } from "../activity/activity.ts";
import { cachedContract } from "../contract/contract-service.ts";
import { beyondPlan, domainRecords, domainViews } from "../domain-records/domain-rows.ts";
import { peopleById } from "../principals/person.ts";
import type { Member } from "../principals/principals.ts";
import { domainCount } from "./domain-count.ts";
import {
  type DomainFilters,
  domainConditions,
  domainOrder,
  findDomains,
} from "./domain-filters.ts";
import { type Chosen, idsOf } from "./selection.ts";

export interface DomainQuery extends DomainFilters {
  readonly cursor?: string | undefined;
  readonly size: number;
  readonly sort: (typeof domainSorts)[number];
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
  const { page, position } = domainOrder(sort, order);
  const from = readCursor(cursor);
  return inScope(db, member.scope, async (tx) => {
    const found = await findDomains(tx, filters.q);
    const conditions = domainConditions(filters, found);
    const records = await domainRecords(
      tx,
      onPage(sql`karte.domain d`, [sql<SqlBool>`d.deleted_at is null`, ...conditions], page, {
        from,
        most: size + 1,
      }),
      sql`order by ${ordering(page)}`,
    );
    const { shown, next } = cutPage(records, size, position);
    const { answer } = await cachedContract(tx);
    // Who sees only a part cannot tell which are the oldest of all.
    const isBeyond = await beyondPlan(tx, answer.entitlements.domains);
    return {
      domains: await domainViews(tx, sealer, shown, isBeyond),
      next,
      count:
        found && conditions.length === 1
          ? found.count
          : await domainCount(tx, member.scope, filters, conditions),
    };
  });
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

async function asCsv(
  { db, clock, sealer }: KarteContext,
  member: Member,
  which: (tx: KarteTransaction) => Promise<RawBuilder<SqlBool>>,
): Promise<CsvFile> {
  const now = clock.now();
  return inScope(db, member.scope, async (tx) => {
    const records = await domainRecords(
      tx,
      await which(tx),
      sql`order by d.name limit ${bulkMost}`,
    );
    const person = await peopleById(
      tx,
      sealer,
      records.map(({ responsible }) => responsible),
    );
    const head = ["name", "label", "grade", "score", "critical", "high", "medium", "low", "info"];
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
    await appendActivity(tx, {
      at: now,
      action: "domains.exported",
      by: { id: member.person.id, ipAddress: member.ipAddress },
      detail: { count: rows.length },
    });
    return {
      fileName: `domains-${now.toISOString().slice(0, 10)}.csv`,
      text: csvText([[...head, "proof", "schedule", "last_run_at", "responsible"], ...rows]),
    };
  });
}
