import { queryClient } from "@sekimori/kit-web/client/query-client";
import {
  type ConnectionPage,
  showConnection,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** The single sign-on of the organisation that the member owns. */
export const connectionQuery = queryOptions({
  queryKey: ["connection"],
  queryFn: () => client.call(showConnection, { query: {} }),
  // A test comes back from elsewhere.
  staleTime: 0,
});

/** Shows what a change answered at once. */
export function keepConnection(answer: ConnectionPage): void {
  queryClient.setQueryData(connectionQuery.queryKey, answer);
}

/** Which connection a page is set up for: the one that it shows, else one that is not there yet. */
export const choiceOf = ({ connection }: Pick<ConnectionPage, "connection">): string =>
  connection?.id ?? "new";
