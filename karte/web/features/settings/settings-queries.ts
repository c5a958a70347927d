import { listAlertRules } from "@sekimori/karte-contract/endpoints/alerts";
import { listPolicies } from "@sekimori/karte-contract/endpoints/policies";
import { listTokens } from "@sekimori/karte-contract/endpoints/tokens";
import { listDeliveries, listWebhooks } from "@sekimori/karte-contract/endpoints/webhooks";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const rulesQuery = queryOptions({
  queryKey: ["alert-rules"],
  queryFn: () => client.call(listAlertRules),
});

export const policiesQuery = queryOptions({
  queryKey: ["policies"],
  queryFn: () => client.call(listPolicies),
});

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: () => client.call(listWebhooks),
});

export const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: () => client.call(listTokens),
});

const lookMs = 2_000;

/** The log; while something is on its way the page looks how it goes. */
export const deliveriesQuery = queryOptions({
  queryKey: ["webhook-deliveries"],
  queryFn: ({ signal }) => client.call(listDeliveries, { query: {}, signal }),
  refetchInterval: ({ state }) =>
    state.data?.deliveries.some((one) => one.state === "queued" && one.attempts === 0)
      ? lookMs
      : false,
});
