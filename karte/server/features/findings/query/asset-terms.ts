import type { QueryValue } from "@sekimori/karte-contract/query/query";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../../context.ts";
import { every } from "../../../database/pages.ts";
import { anyOf } from "./any-of.ts";
import { hostName } from "./is-like.ts";
import { beginOf, daysOf } from "./query-days.ts";
import { type Compared, type Found, isText } from "./term-rows.ts";

type Condition = RawBuilder<SqlBool>;

/** The numbers that stand for fields in `karte.asset_term`, and whose a row is: a host's or all of its domain's. */
const fields = {
  "cert.expires": { code: 1, of: "host" },
  "cert.issuer": { code: 2, of: "host" },
  ns: { code: 3, of: "domain" },
  mx: { code: 4, of: "domain" },
} as const;

export type AssetField = keyof typeof fields;

export const isOfAsset = (field: string): field is AssetField => Object.hasOwn(fields, field);

/** What more hosts or domains than this have is looked at finding by finding, on the way to a page. */
const placesMost = 1_000;

const textOf = (day: string) => beginOf(day).toISOString();

/** Moments are stored as text that sorts as they do. */
function expires(value: Compared, now: Date): Condition {
  const { from, before } = daysOf(value, { today: tokyoDay(now), looksAhead: true });
  return every([
    ...(from === undefined ? [] : [sql<SqlBool>`t.value >= ${textOf(from)}::text`]),
    ...(before === undefined ? [] : [sql<SqlBool>`t.value < ${textOf(before)}::text`]),
  ]);
}

const isServer = (value: Compared): Condition =>
  isText(value.kind === "is" ? { ...value, item: hostName(value.item) } : value);

const asked: Readonly<Record<AssetField, (value: Compared, now: Date) => Condition>> = {
  "cert.expires": expires,
  "cert.issuer": isText,
  ns: isServer,
  mx: isServer,
};

/**
 * That the inventory says one of some things of a finding's host or domain, or none or any. What few have is
 * looked up first, as their names or ids.
 */
export async function lookUpAssets(
  tx: KarteTransaction,
  field: AssetField,
  values: readonly QueryValue[],
  now: Date,
): Promise<Found> {
  const { code, of } = fields[field];
  const isHosts = of === "host";
  const own = (more: Condition) => sql<SqlBool>`exists (select from karte.asset_term t
    where t.domain_id = f.domain_id and t.field = ${sql.lit(code)}
      and ${isHosts ? sql<SqlBool>`t.host = f.host` : sql<SqlBool>`true`} and ${more} offset 0)`;
  const some = values.filter((value) => value.kind === "is" || value.kind === "range");
  const isOf = (kind: "none" | "any") => values.some((value) => value.kind === kind);
  const conditions = [
    ...(isOf("none") ? [sql<SqlBool>`not ${own(sql<SqlBool>`true`)}`] : []),
    ...(isOf("any") ? [own(sql<SqlBool>`true`)] : []),
  ];
  let walks = conditions.length > 0;
  if (some.length > 0) {
    const says = anyOf(some.map((value) => sql<SqlBool>`(${asked[field](value, now)})`));
    // Places are counted, and not what says so: a domain has several name servers.
    const { rows } = await sql<{ place: string }>`
      select distinct ${isHosts ? sql`t.host` : sql`t.domain_id`} as place from karte.asset_term t
      where t.field = ${sql.lit(code)} and ${says} limit ${placesMost + 1}`.execute(tx);
    const places = rows.map(({ place }) => place);
    if (places.length > placesMost) {
      walks = true;
      conditions.push(own(says));
    } else if (isHosts) {
      conditions.push(sql<SqlBool>`(f.host = any (${places}::text[]) and ${own(says)})`);
    } else {
      conditions.push(sql<SqlBool>`f.domain_id = any (${places}::uuid[])`);
    }
  }
  return { condition: anyOf(conditions), walks };
}
