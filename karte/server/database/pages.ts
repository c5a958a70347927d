import { countedUpTo } from "@sekimori/karte-contract/constants";
import { invalidField } from "@sekimori/kit-server/errors";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { z } from "zod";
import type { KarteTransaction } from "./karte-database.ts";

const cursorSchema = z.tuple([z.string().max(300), z.string().max(100)]);

/** Where a list goes on: the sort value and the id of the last entry shown, both as text. */
export type Position = z.infer<typeof cursorSchema>;

export function writeCursor(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** @throws AppError InvalidInput naming the cursor when it is none of ours. */
export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw invalidField("cursor", "invalid");
  }
}

export interface PageOrder {
  /** The column that sorts, and the type its text is read as; then one that differs in every row. */
  readonly column: RawBuilder<unknown>;
  readonly type: "text" | "smallint" | "integer" | "bigint" | "real" | "timestamptz" | "date";
  readonly id: RawBuilder<unknown>;
  readonly idType: "uuid" | "bigint" | "text";
  readonly descending: boolean;
}

/** The condition that leaves out what was shown already. */
export function after(order: PageOrder, position: Position | undefined): RawBuilder<SqlBool> {
  if (position === undefined) return sql<SqlBool>`true`;
  const [value, id] = position;
  const than = sql.raw(order.descending ? "<" : ">");
  return sql<SqlBool>`(${order.column}, ${order.id}) ${than} (${value}::${sql.raw(order.type)}, ${id}::${sql.raw(order.idType)})`;
}

export function ordering(order: PageOrder): RawBuilder<unknown> {
  const direction = sql.raw(order.descending ? "desc" : "asc");
  return sql`${order.column} ${direction}, ${order.id} ${direction}`;
}

/**
 * That a column has one of some values. A single one is compared as such: only then does an index
 * that begins with it give the order that comes after it.
 */
const oneOfType =
  <Value>(type: RawBuilder<unknown>) =>
  (column: RawBuilder<unknown>, values: readonly Value[]): RawBuilder<SqlBool> =>
    values.length === 1
      ? sql<SqlBool>`${column} = ${values[0]}::${type}`
      : sql<SqlBool>`${column} = any (${values}::${type}[])`;

export const oneOf = oneOfType<number>(sql`smallint`);
export const oneOfIds = oneOfType<string>(sql`uuid`);
export const oneOfTexts = oneOfType<string>(sql`text`);

/** All of several conditions. */
export function every(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/**
 * That an entry is one of a page's: the ids are looked for first and what is shown of them is read
 * afterwards. What conditions leave out on the way to a page, which may be many, is then passed over
 * in an index, without its row.
 *
 * @param table with the alias that conditions and order use
 */
export function onPage(
  table: RawBuilder<unknown>,
  conditions: readonly RawBuilder<SqlBool>[],
  order: PageOrder,
  { from, most }: { readonly from: Position | undefined; readonly most: number },
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${order.id} = any (array(select ${order.id} from ${table}
    where ${every([...conditions, after(order, from)])} order by ${ordering(order)} limit ${most}))`;
}

/**
 * Leaves out what belongs to deleted domains, for counts: few are deleted, so that this is quicker
 * than joining each row with its domain.
 */
export const ofLiveDomain = (domainId: RawBuilder<unknown>) =>
  sql<SqlBool>`${domainId} not in (select x.id from karte.domain x where x.deleted_at is not null)`;

/** How many rows `from` (with its conditions) has, exact up to a limit. */
export async function countUpTo(
  tx: KarteTransaction,
  from: RawBuilder<unknown>,
  most: number = countedUpTo,
) {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (select ${from} limit ${most + 1}) counted`.execute(tx);
  return upTo(Number(rows[0]?.count ?? 0), most);
}

/** A count as lists show it. */
export const upTo = (value: number, most: number = countedUpTo) => ({
  value: Math.min(value, most),
  more: value > most,
});

/** Cuts the one row too many that was asked for, which says that there is a next page. */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  position: (row: Row) => Position,
): { readonly shown: readonly Row[]; readonly next: string | null } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, next: rows.length > size && last ? writeCursor(position(last)) : null };
}
