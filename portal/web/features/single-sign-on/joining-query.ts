import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { showJoining } from "@sekimori/portal-contract/endpoints/single-sign-on";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export type Joining = EndpointResponse<typeof showJoining>;

/** Where who came for the first time is asked. */
export const joiningPage = `${pagePaths.organisationSignIn}/joining`;

export const joiningQuery = queryOptions({
  queryKey: ["joining"],
  queryFn: () => client.call(showJoining),
  staleTime: 0,
});
