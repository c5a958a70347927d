import { queryClient } from "@sekimori/kit-web/client/query-client";
import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";
import { useQuery } from "@tanstack/react-query";
import { invoicesQuery } from "./invoices-query.ts";
import { owedOf } from "./owed.ts";

/** What a member's next card is charged for at once, as the screen shows it. */
export interface Owed {
  /** Undefined until it is known: no card is taken before. */
  readonly invoices: readonly InvoiceView[] | undefined;
  /** What the server calls these amounts; it goes along with the card. */
  readonly shown: string;
  /** Why it isn't known. */
  readonly error: unknown;
  readonly askAgain: () => Promise<unknown>;
}

export function useOwed(): Owed {
  const { data, error, refetch } = useQuery(invoicesQuery({}), queryClient);
  return {
    invoices: data && owedOf(data.invoices),
    shown: data?.shown ?? "",
    error,
    askAgain: () => refetch(),
  };
}
