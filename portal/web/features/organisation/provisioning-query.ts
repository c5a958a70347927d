import { queryClient } from "@sekimori/kit-web/client/query-client";
import {
  type Provisioning,
  showProvisioning,
} from "@sekimori/portal-contract/endpoints/provisioning";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** The directory of the organisation that the member owns. */
export const provisioningQuery = queryOptions({
  queryKey: ["provisioning"],
  queryFn: () => client.call(showProvisioning),
  // The directory changes it from elsewhere.
  staleTime: 0,
});

/** Shows what a change answered at once. */
export function keepProvisioning(answer: Provisioning): void {
  queryClient.setQueryData(provisioningQuery.queryKey, answer);
}
