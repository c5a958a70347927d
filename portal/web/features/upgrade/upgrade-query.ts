import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { getUpgrade } from "@sekimori/portal-contract/endpoints/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export type Offer = EndpointResponse<typeof getUpgrade>;

/** What the application would be today; asked again whenever the page opens. */
export const upgradeQuery = queryOptions({
  queryKey: ["contract", "upgrade"],
  queryFn: ({ signal }): Promise<Offer> => client.call(getUpgrade, { signal }),
  refetchOnMount: "always",
  gcTime: 0,
  retry: false,
});
