import type { QueryValue } from "@sekimori/karte-contract/query/query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../../context.ts";
import { oneOfTexts } from "../../../database/pages.ts";
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

/** Fields that only a few checks say anything of: with these checks named, an index goes to them alone. */
const saidByFew: readonly StoredField[] = ["product", "version", "tech", "cve", "epss"];

/** Terms with more findings than this are looked at finding by finding, on the way to a page. */
const findingsMost = 1_000;

/** Whether a field's items are looked up in rows of their own. */
export const isStored = (field: string): field is StoredField => Object.hasOwn(codes, field);

/** A condition on `karte.finding f`, and whether it is found out finding by finding. */
export interface Found {
  readonly condition: Condition;
  readonly walks: boolean;
}

/**
 * That a finding has a row of a field that says one of some things, or none or any of the field. What few
 * findings have is looked up first, as ids.
 */
export async function lookUpTerm(
  tx: KarteTransaction,
  field: StoredField,
  values: readonly QueryValue[],
): Promise<Found> {
  const code = sql.lit(codes[field]);
  const own = (more: Condition) => sql<SqlBool>`exists (select from karte.finding_term t
    where t.finding_id = f.id and t.field = ${code} and ${more} offset 0)`;
  const some = values.filter((value) => value.kind === "is" || value.kind === "range");
  const isOf = (kind: "none" | "any") => values.some((value) => value.kind === kind);
  const conditions = [
    ...(isOf("none") ? [sql<SqlBool>`not ${own(sql<SqlBool>`true`)}`] : []),
    ...(isOf("any") ? [own(sql<SqlBool>`true`)] : []),
  ];
  let walks = conditions.length > 0;
  if (some.length > 0) {
    const says = anyOf(some.map(asked[field]));
    const from = sql`from karte.finding_term t where t.field = ${code} and ${says}`;
    const { rows } = await sql<{ id: string }>`
      select t.finding_id as id ${from} limit ${findingsMost + 1}`.execute(tx);
    if (rows.length <= findingsMost) {
      conditions.push(sql<SqlBool>`f.id = any (${rows.map(({ id }) => id)}::uuid[])`);
    } else {
      walks = true;
      conditions.push(await amongChecks(tx, field, says, from, own(says)));
    }
  }
  return { condition: anyOf(conditions), walks };
}

/** Nearly every finding has a service, few checks have the same: an index goes from one pair to the next. */
const servicesOfChecks = sql`with recursive said as (
    (select t.value, t.check_id from karte.finding_term t where t.field = ${sql.lit(codes.service)}
      order by t.value, t.check_id limit 1)
    union all
    select n.value, n.check_id from said s, lateral (
      select t.value, t.check_id from karte.finding_term t where t.field = ${sql.lit(codes.service)}
        and (t.value, t.check_id) > (s.value, s.check_id) order by t.value, t.check_id limit 1) n)`;

async function amongChecks(
  tx: KarteTransaction,
  field: StoredField,
  says: Condition,
  from: RawBuilder<unknown>,
  condition: Condition,
): Promise<Condition> {
  const asked =
    field === "service"
      ? sql`${servicesOfChecks} select distinct t.check_id as "check" from said t where ${says}`
      : sql`select distinct t.check_id as "check" ${from}`;
  if (field !== "service" && !saidByFew.includes(field)) return condition;
  const { rows } = await sql<{ check: string }>`${asked}`.execute(tx);
  const checks = rows.map(({ check }) => check);
  return sql<SqlBool>`(${oneOfTexts(sql`f.check_id`, checks)} and ${condition})`;
}
