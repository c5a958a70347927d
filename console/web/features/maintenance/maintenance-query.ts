import { listMaintenance } from "@sekimori/console-contract/endpoints/maintenance";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const maintenanceQuery = queryOptions({
  queryKey: ["maintenance"],
  queryFn: () => client.call(listMaintenance),
  staleTime: 0,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});

/** After an act: what is closed is read again. */
export const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: maintenanceQuery.queryKey });
