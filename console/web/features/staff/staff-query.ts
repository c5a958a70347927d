import { listStaff } from "@sekimori/console-contract/endpoints/staff";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const staffQuery = queryOptions({
  queryKey: ["staff"],
  queryFn: () => client.call(listStaff),
  staleTime: 0,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});

/** After an act: who works here is read again. */
export const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: staffQuery.queryKey });
