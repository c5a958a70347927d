import { queryClient } from "@sekimori/kit-web/client/query-client";
import {
  type Authenticators,
  listAuthenticators,
} from "@sekimori/portal-contract/endpoints/authenticators";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { refreshSecurity } from "./activity-query.ts";

/** How the member proves the second factor. */
export const authenticatorsQuery = queryOptions({
  queryKey: ["authenticators"],
  queryFn: () => client.call(listAuthenticators),
});

export const refreshAuthenticators = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: authenticatorsQuery.queryKey });

/** Shows what a change answered at once, and asks again for what hangs on it. */
export async function keepAuthenticators(present: Authenticators): Promise<void> {
  queryClient.setQueryData(authenticatorsQuery.queryKey, present);
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  await refreshSecurity();
}
