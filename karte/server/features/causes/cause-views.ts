import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { gradeCode } from "../../database/codes.ts";
import { dayOf } from "../../database/moments.ts";
import { every, ofLiveDomain } from "../../database/pages.ts";

/** What a row stores of its cause, and what is shown where it stands alone. */
export interface CauseRecord {
  readonly id: string;
  readonly cause: string | null;
  readonly cause_version: number;
  readonly is_open: number;
  readonly state: number;
  readonly priority: number;
  readonly due_on: string;
  readonly domain_grade: number;
  readonly grade_after: number;
  readonly next_grade: number;
  readonly next_causes: number;
}

/** Of a larger cause no more are counted. */
const countedMost = 1_000;

interface SumRow {
  readonly id: string;
  readonly findings: number;
  readonly domains: number;
  readonly priority: number;
  readonly due_on: string;
  readonly people: number;
}

/** That `karte.finding f` has the cause of a row `c`, in the same state as its finding. */
const isSameItem = sql<SqlBool>`f.cause = c.cause and f.is_open = c.is_open
  and (f.is_open = 1 or f.state = c.state) and ${ofLiveDomain(sql`f.domain_id`)}`;

/** The cause of each finding, by its id, with what is true of all that have it. */
export async function causeViews(
  tx: KarteTransaction,
  records: readonly CauseRecord[],
): Promise<(record: CauseRecord) => FindingRow["cause"]> {
  const asked = records.flatMap(({ id, cause, is_open, state }) =>
    cause === null ? [] : [{ id, cause, is_open, state }],
  );
  const { rows } = await sql<SumRow>`
    select c.id, x.* from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      c (id uuid, cause text, is_open integer, state smallint),
    lateral (select count(*)::int as findings, count(distinct f.domain_id)::int as domains,
        max(f.priority) as priority, min(f.due_on) as due_on,
        count(distinct coalesce(f.assignee, ''))::int as people
      from (select f.domain_id, f.priority, f.due_on, f.assignee from karte.finding f
        where ${isSameItem} order by f.work_order, f.id limit ${countedMost + 1}) f) x`.execute(tx);
  const sums = new Map(rows.map((row) => [row.id, row]));
  return (record) => {
    const { findings, domains, priority, due_on, people } = sums.get(record.id) ?? {
      ...{ findings: 1, domains: 1, people: 1 },
      ...{ priority: record.priority, due_on: record.due_on },
    };
    return {
      key: record.cause,
      version: record.cause_version,
      findings: Math.min(findings, countedMost),
      more: findings > countedMost,
      domains,
      priority,
      dueOn: dayOf(due_on),
      oneAssignee: people <= 1,
      grade: {
        now: gradeCode.word(record.domain_grade),
        // Of findings that no run has looked at since it is computed there is none.
        without: record.grade_after === 0 ? null : gradeCode.word(record.grade_after),
        next: nextGrade(record),
      },
    };
  };
}

/** The better grade that its domain has once this cause and others are mended together. */
function nextGrade({ next_grade: code, next_causes: causes }: CauseRecord) {
  const grade = code === 0 ? null : gradeCode.word(code);
  return grade === null ? null : { grade, causes };
}

/** Findings with those that have the same cause and are in the same state, as many as `most` at most. */
export async function withCauses(
  tx: KarteTransaction,
  ids: readonly string[],
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select x.id from (
      select unnest(${ids}::uuid[]) as id union
      select f.id from karte.finding c join karte.finding f on ${isSameItem}
      where c.id = any (${ids}::uuid[])) x
    order by x.id limit ${most}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Beside a row `karte.finding f`: its own values, where an inner query has the same name for another. */
export const besideItself = (column: RawBuilder<unknown>) =>
  sql`cross join lateral (select f.id as id, f.cause as cause, ${column} as value) itself`;

/**
 * That of the findings which conditions leave, `f` is the first that has its cause: looked up for each row
 * by itself, in the index of causes, so that a page of a long list stays short. It stands `besideItself`.
 */
export function isFirstOfCause(
  conditions: readonly RawBuilder<SqlBool>[],
  column: RawBuilder<unknown>,
  direction: "asc" | "desc" = "asc",
): RawBuilder<SqlBool> {
  const before = sql.raw(direction === "asc" ? "<" : ">");
  // The offset keeps it a look-up: joined, it would read all findings of the workspace.
  return sql<SqlBool>`(itself.cause is null or not exists (select from karte.finding f
    where f.cause = itself.cause and (${column}, f.id) ${before} (itself.value, itself.id)
      and ${every([ofLiveDomain(sql`f.domain_id`), ...conditions])} offset 0))`;
}
