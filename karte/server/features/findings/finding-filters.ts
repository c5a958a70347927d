import type { findingFilters } from "@sekimori/karte-contract/endpoints/findings";
import { isOpen } from "@sekimori/karte-contract/finding-life";
import type { ListSort } from "@sekimori/karte-contract/lists";
import { priorityRange } from "@sekimori/karte-contract/priority";
import { findingStates, type Severity } from "@sekimori/karte-contract/words";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { categoryCode, findingStateCode, severityCode } from "../../database/codes.ts";
import { oneOf, oneOfIds, type PageOrder, type Position } from "../../database/pages.ts";
import type { FindingRecord } from "./finding-rows.ts";

type Words<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;

export type FindingFilters = {
  [K in keyof typeof findingFilters]?: Words<(typeof findingFilters)[K]>;
};

const openStates: readonly string[] = findingStates.filter(isOpen);

/** The states, and whether all of them are open or closed: that is what indexes begin with. */
function stateConditions(chosen: FindingFilters["state"]): RawBuilder<SqlBool>[] {
  if (chosen === undefined) return [sql<SqlBool>`f.is_open = 1`];
  const open = chosen.filter((state) => openStates.includes(state)).length;
  const isOneOf = oneOf(sql`f.state`, chosen.map(findingStateCode.of));
  if (open === openStates.length && chosen.length === open) return [sql<SqlBool>`f.is_open = 1`];
  if (open === chosen.length) return [sql<SqlBool>`f.is_open = 1`, isOneOf];
  if (open === 0) return [sql<SqlBool>`f.is_open = 0`, isOneOf];
  return [isOneOf];
}

/**
 * Open and closed apart, where a list has both: each stands in the indexes in the list's order, and the
 * first of each are soon found.
 */
export function sidesOf(chosen: FindingFilters["state"]): readonly RawBuilder<SqlBool>[] {
  const open = chosen?.filter((state) => openStates.includes(state)).length ?? 0;
  return open === 0 || open === chosen?.length
    ? [sql<SqlBool>`true`]
    : [sql<SqlBool>`f.is_open = 1`, sql<SqlBool>`f.is_open = 0`];
}

/** Where in the order of work those severities are: what comes before them need not be walked. */
function ofSeverities(chosen: readonly Severity[]): RawBuilder<SqlBool> {
  const ranges = chosen.map(priorityRange);
  const most = Math.max(...ranges.map((range) => range[1]));
  const least = Math.min(...ranges.map((range) => range[0]));
  return sql<SqlBool>`f.work_order between karte.first_of_priority(${most})
    and karte.first_of_priority(${least - 1}) - 1`;
}

function assigneeCondition(chosen: readonly string[]): RawBuilder<SqlBool> {
  const people = chosen.filter((one) => one !== "none");
  const isTheirs = sql<SqlBool>`f.assignee = any (${people}::text[])`;
  if (people.length === chosen.length) return isTheirs;
  return sql<SqlBool>`(f.assignee is null or ${isTheirs})`;
}

/**
 * The conditions of a narrowed list of findings; open ones unless states are named. Words are looked
 * up by themselves (finding-search).
 */
export function findingConditions(filters: FindingFilters, now: Date): RawBuilder<SqlBool>[] {
  const { state, severity, category, check, cause, domain, host, group, assignee } = filters;
  const { newerThanDays, olderThanDays } = filters;
  const codes = (of: (word: never) => number, chosen: readonly string[]) =>
    chosen.map((word) => of(word as never));
  const conditions = stateConditions(state);
  if (severity) {
    conditions.push(
      oneOf(sql`f.severity`, codes(severityCode.of, severity)),
      ofSeverities(severity),
    );
  }
  if (category) {
    conditions.push(oneOf(sql`f.category`, codes(categoryCode.of, category)));
  }
  if (check) conditions.push(sql<SqlBool>`f.check_id = ${check}`);
  if (cause) conditions.push(sql<SqlBool>`f.cause = ${cause}`);
  if (domain) conditions.push(sql<SqlBool>`f.domain_id = ${domain}`);
  if (host) conditions.push(sql<SqlBool>`f.host = ${host}`);
  if (assignee) conditions.push(assigneeCondition(assignee));
  if (group) {
    conditions.push(sql<SqlBool>`exists (select from karte.group_member m
      where m.domain_id = f.domain_id and ${oneOfIds(sql`m.group_id`, group)})`);
  }
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  if (newerThanDays) conditions.push(sql<SqlBool>`f.first_seen_at >= ${daysAgo(newerThanDays)}`);
  if (olderThanDays) conditions.push(sql<SqlBool>`f.first_seen_at <= ${daysAgo(olderThanDays)}`);
  return conditions;
}

interface Order {
  readonly column: RawBuilder<unknown>;
  readonly type: PageOrder["type"];
  readonly value: (row: FindingRecord) => string;
}

const inOrderOfWork: Order = {
  column: sql`f.work_order`,
  type: "bigint",
  value: (row) => row.work_order,
};

const orders: Readonly<Record<ListSort<"findings">, Order>> = {
  // The order of work is one of severities too: only what is critical can be exploited for certain.
  priority: inOrderOfWork,
  severity: inOrderOfWork,
  age: {
    column: sql`f.first_seen_at`,
    type: "timestamptz",
    value: (row) => row.first_seen_at.toISOString(),
  },
  "last-seen": {
    column: sql`f.last_seen_at`,
    type: "timestamptz",
    value: (row) => row.last_seen_at.toISOString(),
  },
  host: { column: sql`f.host`, type: "text", value: (row) => row.host },
  due: { column: sql`f.due_on`, type: "date", value: (row) => row.due_on },
};

export function findingOrder(sort: ListSort<"findings">, order: "asc" | "desc") {
  const { column, type, value } = orders[sort];
  const page: PageOrder = {
    column,
    type,
    id: sql`f.id`,
    idType: "uuid",
    descending: order === "desc",
  };
  return { page, position: (row: FindingRecord): Position => [value(row), row.id] };
}
