import { type Exposure, exposures } from "@sekimori/karte-contract/priority";
import { type FieldName, fieldOf } from "@sekimori/karte-contract/query/fields";
import type { QueryValue } from "@sekimori/karte-contract/query/query";
import type { Category, FindingState, Severity } from "@sekimori/karte-contract/words";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  categoryCode,
  exploitationCode,
  exposureCode,
  findingStateCode,
  severityCode,
  ticketStateCode,
} from "../../../database/codes.ts";
import { every, oneOf, oneOfIds } from "../../../database/pages.ts";
import { anyOf } from "./any-of.ts";
import { hostName, isLike } from "./is-like.ts";
import type { Looked, LookedUpField } from "./look-up.ts";
import { beginOf, type DaySpan, daysOf } from "./query-days.ts";

type Condition = RawBuilder<SqlBool>;
type Values = readonly QueryValue[];
type Compared = Extract<QueryValue, { kind: "is" | "range" }>;

interface Known {
  readonly now: Date;
  readonly looked: Looked;
}

/** A condition on `karte.finding f`; unknown counts as not so. */
type Ask = (values: Values, known: Known) => Condition;

const isGiven = (value: QueryValue): value is Compared =>
  value.kind === "is" || value.kind === "range";

const itemsOf = (values: Values) =>
  values.flatMap((value) => (value.kind === "is" ? [value.item] : []));

/** What a field may be without: `none`, `any` and what is asked of its values, one of which is enough. */
const optional =
  (isNone: Condition, given: (values: readonly Compared[], known: Known) => Condition): Ask =>
  (values, known) => {
    const some = values.filter(isGiven);
    return anyOf([
      ...(values.some(({ kind }) => kind === "none") ? [isNone] : []),
      ...(values.some(({ kind }) => kind === "any") ? [sql<SqlBool>`not (${isNone})`] : []),
      ...(some.length > 0 ? [given(some, known)] : []),
    ]);
  };

const inGroup = (condition: Condition) =>
  sql<SqlBool>`exists (select from karte.group_member m
    where m.domain_id = f.domain_id and ${condition})`;

const spans = (field: FieldName, values: readonly Compared[], now: Date): readonly DaySpan[] =>
  values.map((value) =>
    daysOf(value, { today: tokyoDay(now), looksAhead: fieldOf(field).looksAhead === true }),
  );

/** Within days, of a column of moments. */
const atMoments = (column: RawBuilder<unknown>, all: readonly DaySpan[]) =>
  anyOf(
    all.map(({ from, before }) =>
      every([
        ...(from === undefined ? [] : [sql<SqlBool>`${column} >= ${beginOf(from)}`]),
        ...(before === undefined ? [] : [sql<SqlBool>`${column} < ${beginOf(before)}`]),
      ]),
    ),
  );

const dueOn = (all: readonly DaySpan[]) =>
  anyOf(
    all.map(({ from, before }) =>
      every([
        ...(from === undefined ? [] : [sql<SqlBool>`f.due_on >= ${from}::date`]),
        // What has no day has the last of all.
        sql<SqlBool>`f.due_on < ${before ?? "infinity"}::date`,
      ]),
    ),
  );

/** From and to of whole numbers, both of them included. */
function numbersOf(value: Compared, least: number, most: number): readonly [number, number] {
  if (value.kind === "range") {
    const [from = least, to = most] = [Number(value.from), Number(value.to)].toSorted(
      (a, b) => a - b,
    );
    return [from, to];
  }
  const item = Number(value.item);
  switch (value.comparison) {
    case "=":
      return [item, item];
    case "<":
      return [least, item - 1];
    case "<=":
      return [least, item];
    case ">":
      return [item + 1, most];
    case ">=":
      return [item, most];
  }
}

/** Where in the order of work priorities are: an index has it. */
function ofPriority([from, to]: readonly [number, number]): Condition {
  return sql<SqlBool>`(f.work_order >= karte.first_of_priority(${to}::integer)
    and f.work_order < karte.first_of_priority(${from - 1}::integer))`;
}

const flag =
  (isSo: (known: Known) => Condition): Ask =>
  (values, known) =>
    anyOf(
      itemsOf(values).map((item) =>
        item === "yes" ? isSo(known) : sql<SqlBool>`not (${isSo(known)})`,
      ),
    );

const codes =
  (column: RawBuilder<unknown>, of: (word: never) => number): Ask =>
  (values) =>
    oneOf(
      column,
      itemsOf(values).map((word) => of(word as never)),
    );

const tickets = (condition: Condition) => sql`from karte.ticket t
  where t.state < ${ticketStateCode.literals("failed")} and ${condition}`;

/** That its cause has a ticket of which a condition on `karte.ticket t` holds: tickets are fewer than findings. */
const hasTicket = (condition: Condition) =>
  sql<SqlBool>`f.cause = any (array(select distinct t.cause ${tickets(condition)}))`;
const hasNone = sql<SqlBool>`not exists (select ${tickets(sql<SqlBool>`t.cause = f.cause`)})`;

const isAccepted = sql<SqlBool>`f.state = ${findingStateCode.literals("accepted")}`;

/** What `exposure` may be: each of the three, or not. */
const exposureCodes = Array.from({ length: 2 ** exposures.length }, (_, code) => code);

/** The codes of which one is asked for: an index compares codes, and not their bits. */
export function exposuresAsked(values: Values): readonly number[] {
  const mask = exposureCode.of(itemsOf(values) as Exposure[]);
  const isOf = (kind: "none" | "any") => values.some((value) => value.kind === kind);
  return exposureCodes.filter(
    (code) => (code & mask) !== 0 || (code === 0 ? isOf("none") : isOf("any")),
  );
}

/** What a field of the query language is in the row of a finding; others are looked up. */
export const termConditions: Readonly<Record<Exclude<FieldName, LookedUpField>, Ask>> = {
  severity: codes(sql`f.severity`, (word: Severity) => severityCode.of(word)),
  state: codes(sql`f.state`, (word: FindingState) => findingStateCode.of(word)),
  category: codes(sql`f.category`, (word: Category) => categoryCode.of(word)),
  check: (values) =>
    isLike(
      sql`f.check_id`,
      itemsOf(values).map((item) => item.toLowerCase()),
    ),
  host: (values) => isLike(sql`f.host`, itemsOf(values).map(hostName)),
  cause: optional(sql<SqlBool>`f.cause is null`, (values) => isLike(sql`f.cause`, itemsOf(values))),
  ticket: (values) => {
    const isOf = (kind: "none" | "any") => values.some((value) => value.kind === kind);
    const keys = itemsOf(values).map((item) => item.toLowerCase());
    return anyOf([
      ...(isOf("none") ? [hasNone] : []),
      ...(isOf("any") ? [hasTicket(sql<SqlBool>`true`)] : []),
      ...(keys.length > 0 ? [hasTicket(isLike(sql`lower(t.remote_key)`, keys))] : []),
    ]);
  },
  owner: optional(
    sql<SqlBool>`f.assignee is null`,
    (values, { looked }) =>
      sql<SqlBool>`f.assignee = any (${itemsOf(values).flatMap(looked.owners)}::text[])`,
  ),
  group: optional(sql<SqlBool>`not ${inGroup(sql<SqlBool>`true`)}`, (values, { looked }) => {
    const groups = oneOfIds(sql`m.group_id`, itemsOf(values).flatMap(looked.groups));
    // A set of their domains, and not a join: the way is along the findings in their order.
    return sql<SqlBool>`((f.domain_id in (
      select m.domain_id from karte.group_member m where ${groups})) is true)`;
  }),
  due: optional(sql<SqlBool>`f.due_on = 'infinity'`, (values, { now }) =>
    dueOn(spans("due", values, now)),
  ),
  overdue: flag(({ now }) => sql<SqlBool>`(f.is_open = 1 and f.due_on < ${tokyoDay(now)}::date)`),
  "seen.first": (values, { now }) =>
    atMoments(sql`f.first_seen_at`, spans("seen.first", values.filter(isGiven), now)),
  "seen.last": (values, { now }) =>
    atMoments(sql`f.last_seen_at`, spans("seen.last", values.filter(isGiven), now)),
  "accepted.until": optional(
    sql<SqlBool>`(not ${isAccepted} or f.accepted_until is null)`,
    (values, { now }) =>
      sql<SqlBool>`(${isAccepted} and ${atMoments(sql`f.accepted_until`, spans("accepted.until", values, now))})`,
  ),
  priority: (values) =>
    anyOf(values.filter(isGiven).map((value) => ofPriority(numbersOf(value, 0, 9_999)))),
  kev: flag(
    () =>
      sql<SqlBool>`f.exploitation in (${exploitationCode.literals("perhaps-exploited", "exploited")})`,
  ),
  exposure: (values) => oneOf(sql`f.exposure`, exposuresAsked(values)),
};
