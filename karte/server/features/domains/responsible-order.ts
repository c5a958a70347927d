import type { Sealer } from "@sekimori/kit-server/sealing";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { every, type Position } from "../../database/pages.ts";
import { type DomainRecord, domainRecords } from "../domain-records/domain-rows.ts";
import { peopleById } from "../principals/person.ts";

/** In `responsible_key`: nobody answers for it. After every account's id. */
export const nobody = "~";

/** As Japanese readers look a name up: Latin letters, kana, kanji. */
const collator = new Intl.Collator("ja");

/** Where a row of this order stands. */
export const responsiblePosition = (row: DomainRecord): Position => [
  row.responsible ?? nobody,
  row.name,
];

/** Everybody who answers for a domain that the transaction sees; each is one step along an index. */
async function keysInUse(tx: KarteTransaction): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with recursive used (key) as (
      (select d.responsible_key from karte.domain d where d.deleted_at is null
        order by d.responsible_key limit 1)
      union all
      select (select d.responsible_key from karte.domain d
        where d.deleted_at is null and d.responsible_key > u.key
        order by d.responsible_key limit 1)
      from used u where u.key is not null)
    select key from used where key is not null`.execute(tx);
  return rows.map(({ key }) => key);
}

/**
 * Keys by the names that the list shows for them. Names are sealed in the database, which so cannot
 * sort by them. Former members have none and come after everybody, and nobody comes last.
 */
async function byName(
  tx: KarteTransaction,
  sealer: Sealer,
  keys: readonly string[],
): Promise<string[]> {
  const person = await peopleById(
    tx,
    sealer,
    keys.filter((key) => key !== nobody),
  );
  const nameOf = (key: string) => (key === nobody ? "" : (person(key)?.name ?? ""));
  const rank = (key: string) => (key === nobody ? 2 : nameOf(key) === "" ? 1 : 0);
  return [...keys].sort(
    (a, b) =>
      rank(a) - rank(b) || collator.compare(nameOf(a), nameOf(b)) || (a < b ? -1 : a > b ? 1 : 0),
  );
}

interface Part {
  readonly conditions: readonly RawBuilder<SqlBool>[];
  /** Whose domains are asked for; undefined for everybody's. */
  readonly only: readonly string[] | undefined;
  readonly from: Position | undefined;
  readonly most: number;
  readonly descending: boolean;
}

/**
 * A part of the list in which each person's domains stand together: people by their names, of one
 * person's the domains by theirs. Of each person no more is read than fits on the page.
 */
export async function domainsByResponsible(
  tx: KarteTransaction,
  sealer: Sealer,
  { conditions, only, from, most, descending }: Part,
): Promise<DomainRecord[]> {
  const [fromKey, fromName = ""] = from ?? [];
  // Whose domain was shown last has their place also when that was their only one.
  const used = new Set([...(only ?? (await keysInUse(tx))), ...(from ? [from[0]] : [])]);
  const inOrder = await byName(tx, sealer, [...used]);
  if (descending) inOrder.reverse();
  const keys = fromKey === undefined ? inOrder : inOrder.slice(inOrder.indexOf(fromKey));
  const direction = sql.raw(descending ? "desc" : "asc");
  const passed = sql.raw(descending ? "<" : ">");
  return domainRecords(
    tx,
    sql<SqlBool>`d.id = any (array(
      select of_key.id
      from unnest(${keys}::text[]) with ordinality k (key, place)
      cross join lateral (
        select d.id, d.name from karte.domain d
        where d.deleted_at is null and d.responsible_key = k.key
          and (k.key is distinct from ${fromKey ?? null}::text or d.name ${passed} ${fromName}::text)
          and ${every(conditions)}
        order by d.name ${direction} limit ${most}) of_key
      order by k.place, of_key.name ${direction} limit ${most}))`,
    sql`order by array_position(${keys}::text[], d.responsible_key), d.name ${direction}`,
  );
}
