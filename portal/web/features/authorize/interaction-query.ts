import { showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";

/** What an application's request waits for; every visit asks anew. */
export function interactionQuery(uid: string) {
  return queryOptions({
    // The answer names the application in the language of the page.
    queryKey: ["interaction", uid, language.current()],
    placeholderData: keepPreviousData,
    queryFn: () => client.call(showInteraction, { params: { uid } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
