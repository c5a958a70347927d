import { cardBrands } from "@sekimori/portal-contract/card-brands";
import type Stripe from "stripe";
import { type GatewayCard, PaymentGatewayError } from "../../ports/payment-gateway.ts";
import { idOf } from "./calls.ts";

/** A kept card is a payment method of a customer; charging it needs both names. */
export interface CardName {
  readonly customer: string;
  readonly method: string;
}

/** @throws PaymentGatewayError `refused` for what is no card of this company's */
export function readCardName(card: string): CardName {
  const [customer, method, ...rest] = card.split("/");
  if (!customer?.startsWith("cus_") || !method?.startsWith("pm_") || rest.length > 0) {
    throw new PaymentGatewayError("refused", "no card of this company");
  }
  return { customer, method };
}

export const cardName = ({ customer, method }: CardName) => `${customer}/${method}`;

/** What the company's fields give: a payment method that no customer has yet. */
export const isToken = (card: string): boolean => /^pm_\w+$/.test(card);

/** Undefined for brands that are not accepted. */
export function cardOf({ card }: Stripe.PaymentMethod) {
  const brand = cardBrands.find((known) => known === card?.brand);
  return card && brand && { brand, last4: card.last4 };
}

/** Undefined for what is no kept card, and for brands that are not accepted. */
export function toCard(method: Stripe.PaymentMethod): GatewayCard | undefined {
  const { card, billing_details: billing } = method;
  const customer = idOf(method.customer);
  const shown = cardOf(method);
  if (!card || customer === null || shown === undefined) return undefined;
  return {
    ...shown,
    id: cardName({ customer, method: method.id }),
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
    holder: billing.name ?? "",
    fingerprint: card.fingerprint ?? undefined,
  };
}
