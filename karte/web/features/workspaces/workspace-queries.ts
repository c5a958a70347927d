import { getWorkspace, listReceivers } from "@sekimori/karte-contract/endpoints/workspaces";
import { queryOptions } from "@tanstack/react-query";
import { client, site } from "../../app/client.ts";

export const workspaceQuery = queryOptions({
  queryKey: ["workspace"],
  queryFn: ({ signal }) => client.call(getWorkspace, { signal }),
});

/** Where the portal is. */
export const siteQuery = queryOptions({ queryKey: ["site"], queryFn: site });

export const receiversQuery = queryOptions({
  queryKey: ["workspace", "receivers"],
  queryFn: ({ signal }) => client.call(listReceivers, { signal }),
});
