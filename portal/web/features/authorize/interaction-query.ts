import { showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** What an application's request waits for; every visit asks anew. */
export function interactionQuery(uid: string) {
  return queryOptions({
    queryKey: ["interaction", uid],
    queryFn: () => client.call(showInteraction, { params: { uid } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
