import { showMonth } from "@sekimori/console-contract/endpoints/month";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: ["month", month],
    queryFn: () => client.call(showMonth, { body: { month } }),
    staleTime: 0,
    // A tab that is only looked at must not keep a session alive.
    refetchOnWindowFocus: false,
  });

/** After an act: every month that was shown is read again. */
export const readAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["month"] });
