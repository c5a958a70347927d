import { listFilters, listSorts } from "@sekimori/karte-contract/lists";
import { textAsQuery } from "@sekimori/karte-contract/query/print";
import type { FindingFilterQuery } from "../../app/findings/finding-groups-query.ts";
import type { FindingListQuery } from "../../app/findings/findings-query.ts";
import { filtersIn, placeIn } from "../../app/lists/list-query.ts";

/** What narrows the list, as its address has it. */
export function filtersOf(address: URLSearchParams): FindingFilterQuery {
  return filtersIn(address, listFilters.findings) as FindingFilterQuery;
}

/** The query as the list's box has it; words that an older address looks for are in quotes. */
export function queryIn(address: URLSearchParams): string {
  const query = address.get("query") ?? "";
  const words = textAsQuery(address.get("q") ?? "");
  if (address.get("q") === null) return query;
  return query === "" ? words : `${words} (${query})`;
}

/** The list's filters, order and page. */
export function listQueryOf(address: URLSearchParams): NonNullable<FindingListQuery> {
  return { ...filtersOf(address), ...placeIn(address, listSorts.findings) };
}
