import type { GatewayEvent } from "../../ports/payment-gateway.ts";

type Subject = NonNullable<GatewayEvent["subject"]>;

/** Something about money that the payment company has to tell. */
export interface MoneyNotice {
  readonly kind: Exclude<Subject["kind"], "registration" | "card">;
  /** The company's name of it. */
  readonly id: string;
}

/**
 * What another feature does with notices about money: payment reads them and does not know who
 * listens. It asks the company what happened, and may be told any number of times, in any order.
 */
export type OnMoneyNotice = (notice: MoneyNotice) => Promise<void>;
