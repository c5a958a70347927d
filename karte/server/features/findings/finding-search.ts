import { foldedText, searchLeast } from "@sekimori/kit-contract/search-text";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import {
  after,
  every,
  ofLiveDomain,
  ordering,
  type PageOrder,
  type Position,
} from "../../database/pages.ts";
import { checkWords } from "./finding-rows.ts";

/** Places beyond this are many: then a walk along the sorted findings soon meets enough of them. */
const placesMost = 1_000;

/** What words mean in a list of findings: checks that are named so, and where they were found. */
export interface FoundWords {
  readonly needle: string;
  readonly checks: readonly string[];
  /** Domains that have the words in their own name or label; not all where there are many. */
  readonly domains: readonly string[];
  /** Domains of which only some hosts have the words. */
  readonly partly: readonly string[];
  readonly areMany: boolean;
  /** Open findings there. */
  readonly open: number;
}

/** Checks whose title or id has the words, in either language. */
function checksNamed(needle: string): string[] {
  return [...checkWords.values()]
    .filter(({ id, title }) =>
      [id, title.ja, title.en].some((text) => foldedText(text).includes(needle)),
    )
    .map(({ id }) => id);
}

async function placesOf(tx: KarteTransaction, q: string) {
  const { rows } = await sql<{ domain_id: string; host: string | null; open: number }>`
    select domain_id, host, open from karte.find_places(${q}, ${placesMost + 1})`.execute(tx);
  return rows;
}

/**
 * Looks the words up; undefined when they are too short to search for.
 *
 * @param isAnywhere false where it is known already that no domain or host has them
 */
export async function findWords(
  tx: KarteTransaction,
  q: string | undefined,
  isAnywhere = true,
): Promise<FoundWords | undefined> {
  if (q === undefined || [...q].length < searchLeast) return undefined;
  const rows = isAnywhere ? await placesOf(tx, q) : [];
  const needle = foldedText(q);
  return {
    needle,
    checks: checksNamed(needle),
    domains: rows.flatMap(({ domain_id: id, host }) => (host === null ? [id] : [])),
    partly: [...new Set(rows.flatMap(({ domain_id: id, host }) => (host === null ? [] : [id])))],
    areMany: rows.length > placesMost,
    open: rows.reduce((sum, { open }) => sum + open, 0),
  };
}

function isInPlace({ needle, domains, partly, areMany }: FoundWords): RawBuilder<SqlBool> {
  const isHost = sql<SqlBool>`strpos(lower(f.host), ${needle}) > 0`;
  if (areMany) {
    return sql<SqlBool>`(${isHost} or (select strpos(x.search_text, ${needle}) > 0
      from karte.domain x where x.id = f.domain_id))`;
  }
  const isDomain = sql<SqlBool>`f.domain_id = any (${domains}::uuid[])`;
  if (partly.length === 0) return isDomain;
  return sql<SqlBool>`(${isDomain} or (f.domain_id = any (${partly}::uuid[]) and ${isHost}))`;
}

const hasPlaces = ({ domains, partly }: FoundWords) => domains.length + partly.length > 0;

/** The condition that a finding matches the words. */
export function hasWords(found: FoundWords): RawBuilder<SqlBool> {
  const isNamed = sql<SqlBool>`f.check_id = any (${found.checks}::text[])`;
  if (!hasPlaces(found)) return isNamed;
  if (found.checks.length === 0) return isInPlace(found);
  return sql<SqlBool>`(${isNamed} or ${isInPlace(found)})`;
}

interface Page {
  /** `karte.finding f`, and what the conditions need beside it. */
  readonly table: RawBuilder<unknown>;
  readonly order: PageOrder;
  readonly from: Position | undefined;
  readonly most: number;
}

type Conditions = readonly RawBuilder<SqlBool>[];

/**
 * The ids of one page of what matches the words: the first of each way to match, each by an index
 * that has them in order. One condition with "or" would read all that match, which may be most of a
 * million.
 */
export async function idsWithWords(
  tx: KarteTransaction,
  found: FoundWords,
  conditions: Conditions,
  { table, order, from, most }: Page,
  each: Conditions = [sql<SqlBool>`true`],
): Promise<readonly string[]> {
  const first = (condition: RawBuilder<SqlBool>) => sql`(select f.id from ${table}
    where ${every([ofLiveDomain(sql`f.domain_id`), condition, ...conditions, after(order, from)])}
    order by ${ordering(order)} limit ${most})`;
  const ways = [
    ...(hasPlaces(found) ? each.map((way) => first(every([way, isInPlace(found)]))) : []),
    ...found.checks.map((check) => first(sql<SqlBool>`f.check_id = ${check}`)),
  ];
  if (ways.length === 0) return [];
  const { rows } = await sql<{ id: string }>`${sql.join(ways, sql` union `)}`.execute(tx);
  return rows.map(({ id }) => id);
}
