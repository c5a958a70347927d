import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import { paymentConfiguration } from "@sekimori/portal-contract/endpoints/sign-up";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";

export type PaymentConfiguration = EndpointResponse<typeof paymentConfiguration>;

/** Which payment company's fields to show; it does not change while a page lives. */
export const configurationQuery = queryOptions({
  queryKey: ["payment-configuration"],
  queryFn: ({ signal }): Promise<PaymentConfiguration> =>
    client.call(paymentConfiguration, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
