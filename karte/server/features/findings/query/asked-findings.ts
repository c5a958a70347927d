import { parseQuery } from "@sekimori/karte-contract/query/parse";
import type { Query, Term } from "@sekimori/karte-contract/query/query";
import { findingStates } from "@sekimori/karte-contract/words";
import { searchedText } from "@sekimori/kit-contract/search-text";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../../context.ts";
import { oneOfTexts } from "../../../database/pages.ts";
import { type FindingFilters, findingConditions } from "../finding-filters.ts";
import { type FoundWords, findWords } from "../finding-search.ts";
import { type Asking, termsOf } from "./asking.ts";
import { type Looked, lookUp } from "./look-up.ts";
import { queryCondition } from "./query-condition.ts";
import { checksThere, type Ways, waysOf } from "./ways.ts";

/** What filters and query together ask of `karte.finding f`. */
export interface AskedFindings {
  /** Those that narrow; without `query` where they say all of it. */
  readonly filters: FindingFilters;
  /** But for the words, which are looked up by themselves. */
  readonly conditions: readonly RawBuilder<SqlBool>[];
  readonly found: FoundWords | undefined;
  /** Some of it is only found out finding by finding: then few are counted. */
  readonly walks: boolean;
  /** Conditions of which each finding meets one, each with an order of its own; undefined where there is but one. */
  readonly ways: Ways["each"];
}

const itemsOf = ({ values }: Term): readonly string[] | undefined =>
  values.every((value) => value.kind === "is")
    ? values.flatMap((value) => (value.kind === "is" ? [value.item] : []))
    : undefined;

/** The filter that says the same as a part of a query; undefined where none does. */
function asFilter(part: Query): FindingFilters | undefined {
  if (part.kind === "text") return { q: searchedText(part.text) };
  if (part.kind !== "term") return undefined;
  const items = itemsOf(part);
  if (items === undefined) return undefined;
  const [only] = items;
  const isOne = items.length === 1 && only !== undefined && !only.includes("*");
  switch (part.field) {
    // The parser lets no other words through.
    case "severity":
    case "state":
    case "category":
      return { [part.field]: items };
    case "check":
      return isOne ? { check: only.toLowerCase() } : undefined;
    case "cause":
      return isOne ? { cause: only } : undefined;
    default:
      return undefined;
  }
}

/**
 * Takes from a query what a filter says that is not set: lists, counts and indexes know filters best.
 */
function split(query: Query, filters: FindingFilters) {
  const parts = query.kind === "and" ? query.of : [query];
  let taken = filters;
  const rest: Query[] = [];
  for (const part of parts) {
    const filter = asFilter(part) ?? {};
    const [name] = Object.keys(filter);
    if (name !== undefined && taken[name as keyof FindingFilters] === undefined) {
      taken = { ...taken, ...filter };
    } else rest.push(part);
  }
  return { taken, rest };
}

interface Options {
  /** False where it is known that no name of a domain or host has the words. */
  readonly isAnywhere?: boolean;
  /** What is asked of the state counts as met. */
  readonly inAnyState?: boolean;
  /** False where only few findings are asked about, as those of one domain. */
  readonly isWide?: boolean;
}

/** What a list of findings is asked, by filters and a query; open ones unless either names a state. */
export async function askedFindings(
  tx: KarteTransaction,
  { query: text, ...given }: FindingFilters,
  asking: Asking,
  { isAnywhere = true, inAnyState = false, isWide = true }: Options = {},
): Promise<AskedFindings> {
  const query = text === undefined ? undefined : parseQuery(text);
  const { taken, rest } = query === undefined ? { taken: given, rest: [] } : split(query, given);
  const namesState = query !== undefined && termsOf(query, "state").length > 0;
  const state =
    inAnyState || (namesState && taken.state === undefined) ? [...findingStates] : taken.state;
  const filters = { ...taken, state, query: rest.length > 0 ? text : undefined };
  const found = await findWords(tx, filters.q, isAnywhere);
  const conditions = findingConditions(filters, asking.now);
  let walks = false;
  const parts: { readonly part: Query; readonly looked: Looked }[] = [];
  for (const part of rest) {
    const looked = await lookUp(tx, part, asking, { isWide });
    walks ||= looked.walks;
    parts.push({ part, looked });
    conditions.push(queryCondition(part, { now: asking.now, looked, inAnyState }));
  }
  if (!isWide || filters.check !== undefined)
    return { filters, conditions, found, walks, ways: undefined };
  const namesCheck = rest.some((part) => termsOf(part, "check").length > 0);
  const { checks, each } = waysOf(parts, namesCheck ? await checksThere(tx) : undefined);
  if (checks !== undefined) conditions.push(oneOfTexts(sql`f.check_id`, checks));
  return { filters, conditions, found, walks, ways: each };
}
