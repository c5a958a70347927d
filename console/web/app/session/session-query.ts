import { getSession } from "@sekimori/console-contract/endpoints/session";
import type { Act } from "@sekimori/console-contract/rights";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../client.ts";

const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => client.call(getSession),
  staleTime: 60_000,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});

/** Who is signed in, with which roles. */
export const useSession = () => useQuery(sessionQuery, queryClient);

/** Whether somebody may do an act; no until that is known. The server decides again. */
export function useMay(act: Act): boolean {
  return useSession().data?.acts.includes(act) ?? false;
}
