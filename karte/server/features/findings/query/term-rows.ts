import type { QueryValue } from "@sekimori/karte-contract/query/query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../../context.ts";
import { anyOf } from "./any-of.ts";

type Condition = RawBuilder<SqlBool>;
export type Compared = Extract<QueryValue, { kind: "is" | "range" }>;

/** The numbers that stand for fields in `karte.finding_term`. */
const codes = {
  ...{ product: 1, version: 2, tech: 3, cve: 4, epss: 5, port: 6, ip: 7 },
  service: 8,
} as const;

export type StoredField = keyof typeof codes;

/** Sorts behind every text that begins with the same. */
const last = "\u{10ffff}";

const column = sql`t.value`;

/** How a field's items are stored: see the migration that makes the table. */
type Key = (item: string) => RawBuilder<string>;

const figures =
  (length: number, times: number): Key =>
  (item) =>
    sql<string>`${String(Math.round(Number(item) * times)).padStart(length, "0")}::text`;

const versionKey: Key = (item) => sql<string>`karte.version_key(${item}::text)`;

/** `1.18.*`: the version itself and all that begin with it. */
const isVersionBelow = (item: string) => {
  const begin = sql`left(karte.version_key(${item.slice(0, -1)}::text), -1)`;
  return sql<SqlBool>`(${column} >= ${begin} and ${column} < ${begin} || ${last})`;
};

const isBetween = (from: RawBuilder<string>, to: RawBuilder<string>) =>
  sql<SqlBool>`(${column} >= least(${from}, ${to}) and ${column} <= greatest(${from}, ${to}))`;

const compared =
  (key: Key) =>
  (value: Compared): Condition =>
    value.kind === "range"
      ? isBetween(key(value.from), key(value.to))
      : sql<SqlBool>`${column} ${sql.raw(value.comparison)} ${key(value.item)}`;

/** Each sorts as text: least and greatest, too, have to compare it so. */
const inOrder =
  (key: Key): Key =>
  (item) =>
    sql<string>`${key(item)} collate "C"`;

/** That `t.value` is a text, in which `*` stands for anything. */
export function isText(value: Compared): Condition {
  const item = value.kind === "is" ? value.item.toLowerCase() : "";
  if (item === "*") return sql<SqlBool>`true`;
  if (!item.includes("*")) return sql<SqlBool>`${column} = ${item}::text`;
  const begin = item.slice(0, -1);
  return item.indexOf("*") === item.length - 1
    ? sql<SqlBool>`(${column} >= ${begin}::text and ${column} < ${begin + last}::text)`
    : sql<SqlBool>`${column} like karte.name_pattern(${item}::text)`;
}

function isInNetwork(value: Compared): Condition {
  const network = sql`${value.kind === "is" ? value.item : ""}::inet`;
  return sql<SqlBool>`(${column} >= karte.address_key(network(${network})::inet)
    and ${column} <= karte.address_key(broadcast(${network})))`;
}

const asked: Readonly<Record<StoredField, (value: Compared) => Condition>> = {
  product: isText,
  service: isText,
  tech: isText,
  cve: isText,
  version: (value) =>
    value.kind === "is" && value.comparison === "=" && value.item.endsWith("*")
      ? isVersionBelow(value.item)
      : compared(inOrder(versionKey))(value),
  epss: compared(inOrder(figures(4, 1_000))),
  port: compared(inOrder(figures(5, 1))),
  ip: isInNetwork,
};

/** Of these a finding that has none has a row that says so, with no text: what lacks it is found as what has it. */
const keepsNone: readonly StoredField[] = ["port", "ip", "service"];

/** Findings that are looked up as ids; a term with more of them is looked at on the way to a page. */
const findingsMost = 4_000;

/** A set of ids of this size is made at once; beyond it each finding is looked at by itself. */
const hashedMost = 40_000;

/** Checks whose findings are gone through one check after another: a set of ids is made for each of them. */
const hashedChecksMost = 3;

/** Pairs of a value and a check that are read to learn which checks say a thing. */
const pairsMost = 2_000;

/** Whether a field's items are looked up in rows of their own. */
export const isStored = (field: string): field is StoredField => Object.hasOwn(codes, field);

/** A condition on `karte.finding f`, and how it is found out. */
export interface Found {
  readonly condition: Condition;
  /** Finding by finding, on the way to a page. */
  readonly walks: boolean;
  /** No finding of any other check meets it; undefined where that is not known. */
  readonly checks?: readonly string[] | undefined;
  /** Few meet it, and they are looked up first. */
  readonly isFew?: boolean;
}

/** For how many findings a term is looked up: for a list of all there are, or for a few that are known already. */
export interface Breadth {
  readonly isWide: boolean;
}

/** How many rows there are, up to one more than a limit. */
export async function sizeOf(
  tx: KarteTransaction,
  from: RawBuilder<unknown>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select count(*)::int as size from (select ${from} limit ${most + 1}) counted`.execute(tx);
  return rows[0]?.size ?? 0;
}

/**
 * That a finding has a row of a field that says one of some things, or none or any of the field. What few
 * findings have is looked up first, as ids.
 */
export async function lookUpTerm(
  tx: KarteTransaction,
  field: StoredField,
  values: readonly QueryValue[],
  { isWide }: Breadth,
): Promise<Found> {
  const code = sql.lit(codes[field]);
  const own = (more: Condition) => sql<SqlBool>`exists (select from karte.finding_term t
    where t.finding_id = f.id and t.check_id = f.check_id and t.field = ${code} and ${more} offset 0)`;
  const isAny = sql<SqlBool>`${column} <> ''`;
  const isKept = keepsNone.includes(field);
  const isOf = (kind: "none" | "any") => values.some((value) => value.kind === kind);
  const some: Condition[] = values
    .filter((value) => value.kind === "is" || value.kind === "range")
    .map((value) => sql<SqlBool>`(${asked[field](value)} and ${isAny})`);
  if (isKept && isOf("none")) some.push(sql<SqlBool>`${column} = ''`);
  if (isOf("any")) some.push(isAny);
  const conditions = !isKept && isOf("none") ? [sql<SqlBool>`not ${own(isAny)}`] : [];
  if (some.length === 0) return { condition: anyOf(conditions), walks: true };
  const says = anyOf(some);
  const from = sql`from karte.finding_term t where t.field = ${code} and ${says}`;
  const size = await sizeOf(tx, sql`1 ${from}`, isWide ? hashedMost : findingsMost);
  if (size <= findingsMost) {
    const isOne = sql<SqlBool>`f.id = any (array(select t.finding_id ${from}))`;
    const condition = size === 0 ? sql<SqlBool>`false` : isOne;
    const isFew = conditions.length === 0;
    return { condition: anyOf([...conditions, condition]), walks: !isFew, isFew };
  }
  const checks = isWide ? await checksThatSay(tx, field, some) : undefined;
  const isHashed =
    size <= hashedMost && isWide && checks !== undefined && checks.length <= hashedChecksMost;
  // Not a join: the way is along the findings in their order, and each is soon known to be in the set.
  const condition = isHashed
    ? sql<SqlBool>`((f.id in (select t.finding_id ${from})) is true)`
    : own(says);
  return conditions.length > 0
    ? { condition: anyOf([...conditions, condition]), walks: true }
    : { condition, walks: true, checks };
}

/**
 * The checks of which findings say one of some things: an index goes from one pair of a value and a check to the
 * next, within the bounds of one thing after another. Undefined where there are too many pairs to say.
 */
async function checksThatSay(
  tx: KarteTransaction,
  field: StoredField,
  some: readonly Condition[],
): Promise<readonly string[] | undefined> {
  const checks = new Set<string>();
  let left = pairsMost;
  for (const says of some) {
    const next = (after: Condition) => sql`(select t.value, t.check_id from karte.finding_term t
      where t.field = ${sql.lit(codes[field])} and ${after} order by t.value, t.check_id limit 1)`;
    const { rows } = await sql<{ check: string }>`
      with recursive said as (
        ${next(says)}
        union all
        select n.value, n.check_id from said s, lateral (
          ${next(sql<SqlBool>`t.value = s.value and t.check_id > s.check_id`)}
          union all
          ${next(sql<SqlBool>`t.value > s.value and ${says}`)} limit 1) n)
      select check_id as check from said limit ${left}`.execute(tx);
    for (const { check } of rows) checks.add(check);
    left -= rows.length;
    if (left <= 0) return undefined;
  }
  return [...checks];
}
