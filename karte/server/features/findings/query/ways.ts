import type { Query, Term } from "@sekimori/karte-contract/query/query";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../../context.ts";
import { isPattern } from "./is-like.ts";
import type { Looked } from "./look-up.ts";
import { exposuresAsked } from "./term-conditions.ts";

// Where a query has findings of few checks alone, they are gone through one check after another: each has its own in
// the order of work, and one that has none of what is asked is left at once. Along all findings in that order the
// first that fits may be the hundred-thousandth.

/** More ways than this are not worth planning. */
const waysMost = 32;

/** The checks of a workspace's findings; an index goes from one to the next. */
export async function checksThere(tx: KarteTransaction): Promise<readonly string[]> {
  const { rows } = await sql<{ check: string }>`
    with recursive side (open) as (values (0), (1)), there as (
      select s.open, (select min(f.check_id) from karte.finding f where f.is_open = s.open) as check_id
      from side s
      union all
      select t.open, (select min(f.check_id) from karte.finding f
        where f.is_open = t.open and f.check_id > t.check_id)
      from there t where t.check_id is not null)
    select distinct check_id as check from there where check_id is not null`.execute(tx);
  return rows.map(({ check }) => check);
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const matching = (items: readonly string[], there: readonly string[]) => {
  const patterns = items.map(
    (item) => new RegExp(`^${item.split("*").map(literally).join(".*")}$`, "s"),
  );
  return there.filter((check) => patterns.some((pattern) => pattern.test(check)));
};

function checksOfTerm(
  { field, values }: Term,
  there: readonly string[] | undefined,
): readonly string[] | undefined {
  if (field !== "check") return undefined;
  const items = values.flatMap((value) => (value.kind === "is" ? [value.item.toLowerCase()] : []));
  if (!items.some(isPattern)) return items;
  return there && matching(items, there);
}

/** The checks without which nothing meets a part of a query; undefined where any may. */
function checksOf(
  part: Query,
  looked: Looked,
  there: readonly string[] | undefined,
): readonly string[] | undefined {
  switch (part.kind) {
    case "and": {
      const known = part.of.flatMap((one) => {
        const checks = checksOf(one, looked, there);
        return checks === undefined ? [] : [checks];
      });
      const [first, ...others] = known;
      return first?.filter((check) => others.every((checks) => checks.includes(check)));
    }
    case "or": {
      const known = part.of.map((one) => checksOf(one, looked, there));
      const all = known.flatMap((checks) => checks ?? []);
      return known.includes(undefined) ? undefined : [...new Set(all)];
    }
    case "not":
    case "text":
      return undefined;
    case "term":
      return looked.term(part)?.checks ?? checksOfTerm(part, there);
  }
}

/** Whether so few meet it that they are looked up by themselves. */
function isFew(part: Query, looked: Looked): boolean {
  switch (part.kind) {
    case "and":
      return part.of.some((one) => isFew(one, looked));
    case "or":
      return part.of.every((one) => isFew(one, looked));
    case "term":
      return looked.term(part)?.isFew === true;
    case "not":
    case "text":
      return false;
  }
}

/** What parts of a query that hold together leave to go through. */
export interface Ways {
  /** All that meet it are of these; undefined where any may be. */
  readonly checks: readonly string[] | undefined;
  /** Conditions of which each finding meets one, each with an order of its own; undefined where there is but one. */
  readonly each: readonly RawBuilder<SqlBool>[] | undefined;
}

export function waysOf(
  parts: readonly { readonly part: Query; readonly looked: Looked }[],
  there: readonly string[] | undefined,
): Ways {
  if (parts.some(({ part, looked }) => isFew(part, looked))) {
    return { checks: undefined, each: undefined };
  }
  const known = parts.flatMap(({ part, looked }) => {
    const checks = checksOf(part, looked, there);
    return checks === undefined ? [] : [checks];
  });
  const [first, ...others] = known;
  const checks = first?.filter((check) => others.every((some) => some.includes(check)));
  if (checks !== undefined) {
    const each = checks.map((check) => sql<SqlBool>`f.check_id = ${check}`);
    return { checks, each: each.length > waysMost ? undefined : each };
  }
  const [exposures] = parts.flatMap(({ part }) =>
    part.kind === "term" && part.field === "exposure" ? [exposuresAsked(part.values)] : [],
  );
  return {
    checks,
    each: exposures?.map((code) => sql<SqlBool>`f.exposure = ${sql.lit(code)}`),
  };
}
