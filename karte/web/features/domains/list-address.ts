import { filtersIn, placeIn } from "../../app/lists/list-query.ts";
import type { DomainFilterQuery, DomainListQuery } from "./domain-queries.ts";

const filterNames = [
  "q",
  "grade",
  "severity",
  "proof",
  "schedule",
  "group",
  "grouped",
  "responsible",
] as const;
const sorts = [
  "name",
  "grade",
  "findings",
  "last-run",
  "next-run",
  "added",
  "responsible",
] as const;

/** What narrows the list, as its address has it. */
export function filtersOf(address: URLSearchParams): NonNullable<DomainFilterQuery> {
  return filtersIn(address, filterNames) as NonNullable<DomainFilterQuery>;
}

/** The list's filters, order and page. */
export function listQueryOf(address: URLSearchParams): DomainListQuery {
  return { ...filtersOf(address), ...placeIn(address, sorts) };
}
