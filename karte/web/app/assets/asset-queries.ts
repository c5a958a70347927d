import { assetConsequences, listAssets } from "@sekimori/karte-contract/endpoints/inventory";
import type { EndpointInput } from "@sekimori/kit-contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";

export type AssetListQuery = EndpointInput<typeof listAssets>["query"];

/** Assets, narrowed and sorted. */
export const assetsQuery = (query: AssetListQuery) =>
  queryOptions({
    queryKey: ["assets", query],
    queryFn: ({ signal }) => client.call(listAssets, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** What falls with an asset that is no longer ours. */
export const consequencesQuery = (id: string) =>
  queryOptions({
    queryKey: ["asset-consequences", id],
    queryFn: ({ signal }) => client.call(assetConsequences, { params: { id }, signal }),
    staleTime: 0,
  });
