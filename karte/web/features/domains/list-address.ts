import { listFilters, listSorts } from "@sekimori/karte-contract/lists";
import { filtersIn, placeIn } from "../../app/lists/list-query.ts";
import type { DomainFilterQuery, DomainListQuery } from "./domain-queries.ts";

/** What narrows the list, as its address has it. */
export function filtersOf(address: URLSearchParams): NonNullable<DomainFilterQuery> {
  return filtersIn(address, listFilters.domains) as NonNullable<DomainFilterQuery>;
}

/** The list's filters, order and page. */
export function listQueryOf(address: URLSearchParams): DomainListQuery {
  return { ...filtersOf(address), ...placeIn(address, listSorts.domains) };
}
