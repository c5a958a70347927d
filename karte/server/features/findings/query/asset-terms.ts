import type { QueryValue } from "@sekimori/karte-contract/query/query";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../../context.ts";
import { every } from "../../../database/pages.ts";
import { anyOf } from "./any-of.ts";
import { ofDomains } from "./domain-terms.ts";
import { hostName } from "./is-like.ts";
import { beginOf, daysOf } from "./query-days.ts";
import { type Breadth, type Compared, type Found, isText } from "./term-rows.ts";

type Condition = RawBuilder<SqlBool>;

/** The numbers that stand for fields in `karte.asset_term`, and whose a row is: a host's or all of its domain's. */
const fields = {
  "cert.expires": { code: 1, of: "host" },
  "cert.issuer": { code: 2, of: "host" },
  ns: { code: 3, of: "domain" },
  mx: { code: 4, of: "domain" },
  "cert.name": { code: 5, of: "host" },
} as const;

export type AssetField = keyof typeof fields;

export const isOfAsset = (field: string): field is AssetField => Object.hasOwn(fields, field);

/** Of so few hosts or domains all findings are read; those of more are met on the way to a page. */
const placesMost = 200;

/** A set of so many is made at once; beyond it each finding is looked at by itself. */
const hashedMost = 20_000;

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
  "cert.name": isServer,
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
  { isWide }: Breadth,
): Promise<Found> {
  const { code, of } = fields[field];
  const isHosts = of === "host";
  const own = (more: Condition) => sql<SqlBool>`exists (select from karte.asset_term t
    where t.domain_id = f.domain_id and t.field = ${sql.lit(code)}
      and ${isHosts ? sql<SqlBool>`t.host = f.host` : sql<SqlBool>`true`} and ${more} offset 0)`;
  const some = values.filter((value) => value.kind === "is" || value.kind === "range");
  const isOf = (kind: "none" | "any") => values.some((value) => value.kind === kind);
  const ways: Found[] = [
    ...(isOf("none")
      ? [isHosts || !isWide ? without(own) : await ofDomainsWithout(tx, code, own)]
      : []),
    ...(isOf("any") ? [{ condition: own(sql<SqlBool>`true`), walks: true }] : []),
  ];
  if (some.length > 0) {
    const says = anyOf(some.map((value) => sql<SqlBool>`(${asked[field](value, now)})`));
    const from = sql`from karte.asset_term t where t.field = ${sql.lit(code)} and ${says}`;
    // Places are counted, and not what says so: a domain has several name servers.
    const { rows } = await sql<{ place: string }>`
      select distinct ${isHosts ? sql`t.host` : sql`t.domain_id`} as place ${from}
      limit ${(isWide ? hashedMost : placesMost) + 1}`.execute(tx);
    const places = rows.map(({ place }) => place);
    if (places.length <= placesMost) {
      ways.push(
        isHosts && places.length > 0
          ? {
              condition: sql<SqlBool>`(f.host = any (${places}::text[]) and ${own(says)})`,
              ...{ walks: false, isFew: true },
            }
          : ofDomains(places),
      );
    } else {
      const place = isHosts ? sql`(f.domain_id, f.host)` : sql`f.domain_id`;
      const isOne = sql<SqlBool>`((${place} in (select ${isHosts ? sql`t.domain_id, t.host` : sql`t.domain_id`} ${from})) is true)`;
      ways.push({
        // Not a join: the way is along the findings in their order.
        condition: isWide && places.length <= hashedMost ? isOne : own(says),
        walks: true,
      });
    }
  }
  return {
    condition: anyOf(ways.map(({ condition }) => condition)),
    walks: ways.some(({ walks }) => walks),
    isFew: ways.every(({ isFew }) => isFew === true),
  };
}

type Own = (more: Condition) => Condition;

const without = (own: Own): Found => ({
  condition: sql<SqlBool>`not ${own(sql<SqlBool>`true`)}`,
  walks: true,
});

/** That a domain has none: where few have none, they are looked up, as no finding would say so soon. */
async function ofDomainsWithout(tx: KarteTransaction, code: number, own: Own): Promise<Found> {
  const { rows } = await sql<{ id: string }>`
    select x.id from karte.domain x where x.deleted_at is null and not exists (
      select from karte.asset_term t where t.domain_id = x.id and t.field = ${sql.lit(code)})
    limit ${placesMost + 1}`.execute(tx);
  return rows.length > placesMost ? without(own) : ofDomains(rows.map(({ id }) => id));
}
