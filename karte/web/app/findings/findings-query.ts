import { listFindings } from "@sekimori/karte-contract/endpoints/findings";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";

export type FindingListQuery = EndpointInput<typeof listFindings>["query"];

/** Findings as the address asks for them. */
export const findingsQuery = (query: FindingListQuery) =>
  queryOptions({
    queryKey: ["findings", query],
    queryFn: ({ signal }) => client.call(listFindings, { query, signal }),
    placeholderData: keepPreviousData,
  });
