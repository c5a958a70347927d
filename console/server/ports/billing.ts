import type {
  giveUpInvoice,
  parkContract,
  refundInvoice,
  releaseContract,
  retryCharge,
  voidInvoice,
} from "@sekimori/console-contract/endpoints/billing";
import type { ParkingReason } from "@sekimori/console-contract/words";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import type { Acting } from "./members.ts";

/** What is given back of an invoice. */
export interface RefundAsked {
  readonly invoice: string;
  readonly amount: number;
  /** Stands on the credit note. */
  readonly note: string;
  /** Of the form: sent again, it is the same refund. */
  readonly key: string;
  /** The most that may have been given back of the invoice after it, and by this person that day. */
  readonly aloneUpTo: number;
  /** Whoever asks, by the portal's name: of an invoice of their own they give nothing back alone. */
  readonly subject: string;
}

/**
 * Members' invoices and contracts, as the portal's own services charge, correct and leave them: the
 * same that the operator's commands call. Each act is written down in the commit that does it.
 */
export interface Billing {
  /** @throws AppError ChargeRefused. */
  retry(invoice: string, acting: Acting): Promise<EndpointResult<typeof retryCharge>>;
  /** @throws AppError GivingUpRefused. */
  giveUp(invoice: string, acting: Acting): Promise<EndpointResult<typeof giveUpInvoice>>;
  /** @throws AppError VoidingRefused. */
  makeVoid(invoice: string, acting: Acting): Promise<EndpointResult<typeof voidInvoice>>;
  /** @throws AppError RefundRefused, SecondPersonNeeded, RefundKeyUsed. */
  refund(asked: RefundAsked, acting: Acting): Promise<EndpointResult<typeof refundInvoice>>;
  /** @throws AppError ParkingRefused. */
  park(contract: string, acting: Acting): Promise<EndpointResult<typeof parkContract>>;
  /** @throws AppError ReleaseRefused. */
  release(
    contract: string,
    /** What it was shown to be left alone for; for anything else it stays so. */
    parkedFor: ParkingReason,
    acting: Acting,
  ): Promise<EndpointResult<typeof releaseContract>>;
}
