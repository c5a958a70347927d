import { getIntegrator } from "@sekimori/console-contract/endpoints/integration/session";
import type { IntegrationAct } from "@sekimori/console-contract/integration-rights";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../integration-client.ts";

const integratorQuery = queryOptions({
  queryKey: ["integrator"],
  queryFn: () => client.call(getIntegrator),
  staleTime: 60_000,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});

/** Who is signed in at the integrator's console, and for whose applications. */
export const useIntegrator = () => useQuery(integratorQuery, queryClient);

/** Whether somebody may do an act there; no until that is known. The server decides again. */
export function useMayIntegrate(act: IntegrationAct): boolean {
  return useIntegrator().data?.acts.includes(act) ?? false;
}
