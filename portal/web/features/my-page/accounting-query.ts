import { queryClient } from "@sekimori/kit-web/client/query-client";
import {
  type AccountingAddress,
  showAccountingAddress,
} from "@sekimori/portal-contract/endpoints/accounting-address";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** Where copies of the member's documents go. */
export const accountingQuery = queryOptions({
  queryKey: ["accounting-address"],
  queryFn: () => client.call(showAccountingAddress),
});

/** Shows what a change answered at once. */
export function keepAccounting(answer: AccountingAddress): void {
  queryClient.setQueryData(accountingQuery.queryKey, answer);
}
