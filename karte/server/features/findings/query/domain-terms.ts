import type { QueryValue } from "@sekimori/karte-contract/query/query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../../context.ts";
import { anyOf } from "./any-of.ts";
import { hostName, isLike, isPattern } from "./is-like.ts";
import { type Found, sizeOf } from "./term-rows.ts";

type Condition = RawBuilder<SqlBool>;

/** Of so few domains all findings are read, as of so few findings themselves; those of more are met on the way. */
const domainsMost = 200;
const findingsMost = 4_000;

/** A set of so many is made at once; beyond it each finding is looked at by itself. */
const hashedMost = 20_000;

const itemsOf = (values: readonly QueryValue[]) =>
  values.flatMap((value) => (value.kind === "is" ? [value.item] : []));

/** That a row of labels `l` is one of some: the database makes both of them small, as only it can do alike. */
function isLabel(items: readonly string[]): Condition {
  const exact = items.filter((item) => !isPattern(item)).map((item) => sql`lower(${item}::text)`);
  return anyOf([
    ...(exact.length > 0 ? [sql<SqlBool>`l.key in (${sql.join(exact)})`] : []),
    isLike(sql`l.key`, items.filter(isPattern)),
  ]);
}

function labelled(values: readonly QueryValue[]): Condition {
  const items = itemsOf(values);
  const isOf = (kind: "none" | "any") => values.some((value) => value.kind === kind);
  const like = isLabel(items);
  return anyOf([
    ...(isOf("none") ? [sql<SqlBool>`x.label = ''`] : []),
    ...(isOf("any") ? [sql<SqlBool>`x.label <> ''`] : []),
    ...(items.length > 0
      ? [sql<SqlBool>`x.id in (select l.domain_id from karte.domain_label l where ${like})`]
      : []),
  ]);
}

/** What is asked of a finding's domain, as a condition on `karte.domain x`. */
const conditions = {
  domain: (values: readonly QueryValue[]) => isLike(sql`x.name`, itemsOf(values).map(hostName)),
  label: labelled,
} as const;

export type DomainField = keyof typeof conditions;

export const isOfDomain = (field: string): field is DomainField => Object.hasOwn(conditions, field);

/** That a finding itself has one of these labels; undefined where none has one. */
async function ownLabel(
  tx: KarteTransaction,
  values: readonly QueryValue[],
): Promise<Found | undefined> {
  const items = itemsOf(values);
  const isAny = values.some(({ kind }) => kind === "any");
  const named = isLabel(items);
  const condition = isAny ? sql<SqlBool>`true` : named;
  if (!isAny && items.length === 0) return undefined;
  const from = sql`from karte.finding_label l where ${condition}`;
  const size = await sizeOf(tx, sql`1 ${from}`, hashedMost);
  if (size === 0) return undefined;
  if (size <= findingsMost) {
    const isOne = sql<SqlBool>`f.id = any (array(select l.finding_id ${from}))`;
    return { condition: isOne, walks: false, isFew: true };
  }
  return {
    condition:
      size <= hashedMost
        ? sql<SqlBool>`((f.id in (select l.finding_id ${from})) is true)`
        : sql<SqlBool>`exists (select ${from} and l.finding_id = f.id)`,
    walks: true,
  };
}

/** Neither the finding nor its domain has a label. */
async function withoutLabel(tx: KarteTransaction, none: readonly QueryValue[]): Promise<Found> {
  const { condition, walks } = await lookUpOwn(tx, "label", none);
  return {
    condition: sql<SqlBool>`(${condition} and not exists (
      select from karte.finding_label l where l.finding_id = f.id))`,
    walks,
  };
}

/** That a finding's domain is called or labelled so, or the finding itself is labelled so. */
export async function lookUpDomains(
  tx: KarteTransaction,
  field: DomainField,
  values: readonly QueryValue[],
): Promise<Found> {
  if (field !== "label") return lookUpOwn(tx, field, values);
  const none = values.filter(({ kind }) => kind === "none");
  const given = values.filter(({ kind }) => kind !== "none");
  const own = await ownLabel(tx, given);
  const ways = [
    ...(none.length > 0 ? [await withoutLabel(tx, none)] : []),
    ...(given.length > 0 ? [await lookUpOwn(tx, field, given)] : []),
    ...(own === undefined ? [] : [own]),
  ];
  const [only, ...others] = ways;
  if (only !== undefined && others.length === 0) return only;
  return {
    condition: anyOf(ways.map(({ condition }) => condition)),
    walks: ways.some(({ walks }) => walks),
    isFew: ways.every(({ isFew }) => isFew === true),
  };
}

/** That a finding's domain is called or labelled so; of few domains their ids are looked up first. */
async function lookUpOwn(
  tx: KarteTransaction,
  field: DomainField,
  values: readonly QueryValue[],
): Promise<Found> {
  const condition = conditions[field](values);
  const domains = sql`from karte.domain x where x.deleted_at is null and ${condition}`;
  const { rows } = await sql<{ id: string }>`
    select x.id ${domains} limit ${domainsMost + 1}`.execute(tx);
  if (rows.length <= domainsMost) return ofDomains(rows.map(({ id }) => id));
  return {
    condition: sql<SqlBool>`(select ${condition} from karte.domain x where x.id = f.domain_id)`,
    walks: true,
  };
}

/** That a finding is of one of few domains. */
export const ofDomains = (ids: readonly string[]): Found => ({
  condition:
    ids.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`f.domain_id = any (${ids}::uuid[])`,
  walks: false,
  isFew: true,
});
