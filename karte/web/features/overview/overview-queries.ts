import { listDomains } from "@sekimori/karte-contract/endpoints/domains";
import { getOverview } from "@sekimori/karte-contract/endpoints/overview";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** How things are. @param group undefined for all that the person sees. */
export const overviewQuery = (group?: string) =>
  queryOptions({
    queryKey: ["overview", group],
    queryFn: ({ signal }) =>
      client.call(getOverview, { query: group === undefined ? {} : { group }, signal }),
  });

/** The worst domains of a group, as many as a glance takes in. */
export const worstDomainsQuery = (group: string) =>
  queryOptions({
    queryKey: ["domains", "worst", group],
    queryFn: ({ signal }) =>
      client.call(listDomains, {
        query: { group, sort: "findings", order: "desc", size: 10 },
        signal,
      }),
  });
