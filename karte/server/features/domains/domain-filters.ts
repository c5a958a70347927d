import type { domainFilters } from "@sekimori/karte-contract/endpoints/domains";
import type { ListSort } from "@sekimori/karte-contract/lists";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { KarteTransaction } from "../../context.ts";
import { gradeCode, noGrade, proofCode, scheduleCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import {
  oneOf,
  oneOfIds,
  oneOfTexts,
  type PageOrder,
  type Position,
} from "../../database/pages.ts";
import { type Found, hasText, lookUp } from "../../database/words.ts";
import type { DomainRecord } from "../domain-records/domain-rows.ts";
import { nobody } from "./responsible-order.ts";

type Words<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;

/** The filters as a handler receives them. */
export type DomainFilters = {
  [K in keyof typeof domainFilters]?: Words<(typeof domainFilters)[K]>;
};

const openColumns = {
  critical: sql`d.open_critical`,
  high: sql`d.open_high`,
  medium: sql`d.open_medium`,
  low: sql`d.open_low`,
  info: sql`d.open_info`,
} as const;

function severityCondition(words: NonNullable<DomainFilters["severity"]>): RawBuilder<SqlBool> {
  const any = words.map((word) =>
    word === "none" ? sql<SqlBool>`d.open_weight = 0` : sql<SqlBool>`${openColumns[word]} > 0`,
  );
  const some = sql<SqlBool>`(${sql.join(any, sql` or `)})`;
  // The order by findings begins with the critical ones, so that its index is read no further.
  return words.length === 1 && words[0] === "critical"
    ? sql<SqlBool>`(${some} and d.open_weight >= 1000000000000)`
    : some;
}

/** Looks up a list's words among names and labels. */
export const findDomains = (tx: KarteTransaction, q = "") =>
  lookUp(
    tx,
    q,
    (words, most) => sql`karte.find_domains(${words}, ${most})`,
    sql`d.id`,
    hasText(sql`d.search_text`, q),
  );

/** Whose domains a filter asks for, as `responsible_key` has them. */
export const responsibleKeys = (words: NonNullable<DomainFilters["responsible"]>) =>
  words.map((one) => (one === "none" ? nobody : one));

/** The conditions of a narrowed list. @param found what its words left. */
export function domainConditions(
  filters: DomainFilters,
  found: Found | undefined,
): RawBuilder<SqlBool>[] {
  const { grade, severity, proof, schedule, group, grouped, responsible } = filters;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (found) conditions.push(found.condition);
  if (grade) {
    conditions.push(
      oneOf(
        sql`d.grade`,
        grade.map((word) => (word === "none" ? noGrade : gradeCode.of(word))),
      ),
    );
  }
  if (severity) conditions.push(severityCondition(severity));
  if (proof) conditions.push(oneOf(sql`d.proof`, proof.map(proofCode.of)));
  if (schedule) conditions.push(oneOf(sql`d.schedule`, schedule.map(scheduleCode.of)));
  if (responsible) {
    conditions.push(oneOfTexts(sql`d.responsible_key`, responsibleKeys(responsible)));
  }
  if (group) {
    conditions.push(sql<SqlBool>`exists (select from karte.group_member m
      where m.domain_id = d.id and ${oneOfIds(sql`m.group_id`, group)})`);
  }
  if (grouped === "none") {
    conditions.push(
      sql<SqlBool>`not exists (select from karte.group_member m where m.domain_id = d.id)`,
    );
  }
  return conditions;
}

/** The orders that are a column's. People's names are none: they are sealed. */
type ColumnSort = Exclude<ListSort<"domains">, "responsible">;

/** What each order of the list sorts by, and where a row stands in it. */
const orders: Readonly<
  Record<
    ColumnSort,
    {
      readonly column: RawBuilder<unknown>;
      readonly type: PageOrder["type"];
      readonly valueOf: (row: DomainRecord) => string;
    }
  >
> = {
  name: { column: sql`d.name`, type: "text", valueOf: (row) => row.name },
  grade: { column: sql`d.grade`, type: "smallint", valueOf: (row) => String(row.grade) },
  findings: { column: sql`d.open_weight`, type: "bigint", valueOf: (row) => row.open_weight },
  "last-run": {
    column: sql`d.last_run_at`,
    type: "timestamptz",
    valueOf: (row) => moment(row.last_run_at) ?? "-infinity",
  },
  "next-run": {
    column: sql`d.next_run_at`,
    type: "timestamptz",
    valueOf: (row) => moment(row.next_run_at) ?? "infinity",
  },
  added: {
    column: sql`d.added_at`,
    type: "timestamptz",
    valueOf: (row) => row.added_at.toISOString(),
  },
};

export function domainOrder(sort: ColumnSort, order: "asc" | "desc") {
  const { column, type, valueOf: value } = orders[sort];
  const descending = order === "desc";
  const page: PageOrder = { column, type, id: sql`d.id`, idType: "uuid", descending };
  return { page, position: (row: DomainRecord): Position => [value(row), row.id] };
}
