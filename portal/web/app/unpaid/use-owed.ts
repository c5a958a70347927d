import { queryClient } from "@sekimori/kit-web/client/query-client";
import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";
import { useQuery } from "@tanstack/react-query";
import { invoicesQuery } from "./invoices-query.ts";
import { owedOf } from "./owed.ts";

/** What a member's next card is charged for at once; undefined until it is known. */
export function useOwed(): readonly InvoiceView[] | undefined {
  const { data } = useQuery(invoicesQuery({}), queryClient);
  return data && owedOf(data.invoices);
}
