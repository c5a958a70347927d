import { getWorkspace, listReceivers } from "@sekimori/karte-contract/endpoints/workspaces";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const workspaceQuery = queryOptions({
  queryKey: ["workspace"],
  queryFn: ({ signal }) => client.call(getWorkspace, { signal }),
});

export const receiversQuery = queryOptions({
  queryKey: ["workspace", "receivers"],
  queryFn: ({ signal }) => client.call(listReceivers, { signal }),
});
