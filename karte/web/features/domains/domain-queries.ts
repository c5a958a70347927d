import {
  type exportDomains,
  getDomain,
  listDomains,
  type selectDomains,
} from "@sekimori/karte-contract/endpoints/domains";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export type DomainListQuery = EndpointInput<typeof listDomains>["query"];
export type DomainFilterQuery = EndpointInput<typeof exportDomains>["query"];
export type DomainFilters = EndpointInput<typeof selectDomains>["body"];

/** Domains as the address asks for them. */
export const domainsQuery = (query: DomainListQuery) =>
  queryOptions({
    queryKey: ["domains", query],
    queryFn: ({ signal }) => client.call(listDomains, { query, signal }),
    placeholderData: keepPreviousData,
    // Runs come and go; while one is under way the rows say how far it is.
    refetchInterval: ({ state }) => (state.data?.domains.some(({ run }) => run) ? 3_000 : false),
  });

export const domainQuery = (id: string) =>
  queryOptions({
    queryKey: ["domain", id],
    queryFn: ({ signal }) => client.call(getDomain, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.run ? 2_000 : false),
  });
