import { queryClient } from "@sekimori/kit-web/client/query-client";
import type { Authenticators } from "@sekimori/portal-contract/endpoints/authenticators";
import { authenticatorsQuery } from "../../app/authenticators-query.ts";
import { signalAccepted } from "../../app/passkey/signals.ts";
import { profileQuery } from "../../app/profile-query.ts";
import { refreshSecurity } from "./activity-query.ts";

/** Asks again, after a change that may have taken passkeys along. */
export async function refreshAuthenticators(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: authenticatorsQuery.queryKey });
  const present = queryClient.getQueryData<Authenticators>(authenticatorsQuery.queryKey);
  if (present) signalAccepted(present);
}

/** Shows what a change answered at once, and asks again for what hangs on it. */
export async function keepAuthenticators(present: Authenticators): Promise<void> {
  queryClient.setQueryData(authenticatorsQuery.queryKey, present);
  signalAccepted(present);
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  await refreshSecurity();
}
