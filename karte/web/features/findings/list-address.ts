import { listFilters, listSorts } from "@sekimori/karte-contract/lists";
import type { FindingListQuery } from "../../app/findings/findings-query.ts";
import { filtersIn, placeIn } from "../../app/lists/list-query.ts";
import type { FindingFilterQuery } from "./finding-queries.ts";

/** What narrows the list, as its address has it. */
export function filtersOf(address: URLSearchParams): FindingFilterQuery {
  return filtersIn(address, listFilters.findings) as FindingFilterQuery;
}

/** The list's filters, order and page. */
export function listQueryOf(address: URLSearchParams): NonNullable<FindingListQuery> {
  return { ...filtersOf(address), ...placeIn(address, listSorts.findings) };
}
