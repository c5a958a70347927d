import type { EndpointResponse } from "@sekimori/kit-contract/endpoint";
import type { payInvoice } from "@sekimori/portal-contract/endpoints/invoice";

export type Payable = EndpointResponse<typeof payInvoice>;

/** What paying an invoice by a mailed link needs, whichever card pays. */
export interface PaymentProps {
  readonly payable: Payable;
  readonly token: string;
  readonly onPaid: (payable: Payable) => void;
  /** What is shown is no longer true: it is asked for again. */
  readonly onChanged: () => Promise<void>;
}
