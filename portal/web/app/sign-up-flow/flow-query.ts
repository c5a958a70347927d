import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { service } from "@sekimori/portal-contract/endpoints/sign-up";
import type { SignUpFlow } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";
import { session } from "../session/current.ts";
import { pageOfStep } from "./flow-pages.ts";

/** The unfinished sign-up and, at its last step, what the agreement must show. */
export type SignUpState = EndpointResponse<typeof service>;
export type Agreement = NonNullable<SignUpState["agreement"]>;

/**
 * Where the sign-up stands. The server is the truth: it is asked again whenever the wizard opens
 * and whenever the window comes back to the front, in case another tab or device went on.
 */
export const flowQuery = queryOptions({
  queryKey: ["sign-up-flow"],
  queryFn: ({ signal }): Promise<SignUpState> => client.call(service, { signal }),
  refetchOnMount: "always",
});

/** Keeps what a call said of the flow; the agreement's figures are asked for when needed. */
export function keepFlow(flow: SignUpFlow): void {
  queryClient.setQueryData(flowQuery.queryKey, { flow, agreement: null, shown: null });
  if (flow.step === "agreement") void queryClient.invalidateQueries(flowQuery);
}

/** A sign-up begins in this browser, or goes on in it. Returns the page at which. */
export function beginFlow(flow: SignUpFlow): string {
  const page = pageOfStep(flow.step);
  session.signUpBelongsTo(flow.email);
  session.flowStarted({ email_address: flow.email }, page);
  keepFlow(flow);
  return page;
}
