import { listWork } from "@sekimori/console-contract/endpoints/work";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const workQuery = queryOptions({
  queryKey: ["work"],
  queryFn: () => client.call(listWork),
  staleTime: 0,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});

/** After an act: what waits is read again. */
export const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: workQuery.queryKey });
