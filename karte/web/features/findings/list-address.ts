import { filtersIn, placeIn } from "../../app/lists/list-query.ts";
import type { FindingFilterQuery, FindingListQuery } from "./finding-queries.ts";

const filterNames = [
  "q",
  "state",
  "severity",
  "category",
  "check",
  "domain",
  "host",
  "group",
  "assignee",
  "newerThanDays",
  "olderThanDays",
] as const;
const sorts = ["severity", "age", "last-seen", "host", "due"] as const;

export type FindingSort = (typeof sorts)[number];

/** What narrows the list, as its address has it. */
export function filtersOf(address: URLSearchParams): FindingFilterQuery {
  return filtersIn(address, filterNames) as FindingFilterQuery;
}

/** The list's filters, order and page. */
export function listQueryOf(address: URLSearchParams): NonNullable<FindingListQuery> {
  return { ...filtersOf(address), ...placeIn(address, sorts) };
}
