import { listRequests } from "@sekimori/console-contract/endpoints/requests";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const requestsQuery = queryOptions({
  queryKey: ["requests"],
  queryFn: () => client.call(listRequests),
  staleTime: 0,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});

/** After a decision: what waits is read again. */
export const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: requestsQuery.queryKey });
