import { groupFindings } from "@sekimori/karte-contract/endpoints/findings";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";

export type FindingFilterQuery = NonNullable<EndpointInput<typeof groupFindings>["query"]>;

/** Equal findings as one line each. */
export const findingGroupsQuery = (query: FindingFilterQuery) =>
  queryOptions({
    queryKey: ["finding-groups", query],
    queryFn: ({ signal }) => client.call(groupFindings, { query, signal }),
    placeholderData: keepPreviousData,
  });
