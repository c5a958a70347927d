import { listRequests } from "@sekimori/console-contract/endpoints/requests";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const requestsQuery = infiniteQueryOptions({
  queryKey: ["requests"],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: after }) =>
    client.call(listRequests, { body: { ...(after === undefined ? {} : { after }) } }),
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 0,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});

/** After a decision: what waits is read again. */
export const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: requestsQuery.queryKey });
