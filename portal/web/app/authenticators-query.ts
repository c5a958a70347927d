import { listAuthenticators } from "@sekimori/portal-contract/endpoints/authenticators";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";

/** How the member proves the second factor. */
export const authenticatorsQuery = queryOptions({
  queryKey: ["authenticators"],
  queryFn: () => client.call(listAuthenticators),
});
