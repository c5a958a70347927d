import type Stripe from "stripe";
import { z } from "zod";
import { type GatewayEvent, PaymentGatewayError } from "../../ports/payment-gateway.ts";
import { cardName } from "./card-name.ts";

type Subject = NonNullable<GatewayEvent["subject"]>;

const toleranceSeconds = 5 * 60;

/** Everything that an endpoint at the company has to be told of. */
export const wantedEvents = {
  "setup_intent.succeeded": "registration",
  "setup_intent.setup_failed": "registration",
  "setup_intent.canceled": "registration",
  "payment_intent.succeeded": "charge",
  "payment_intent.payment_failed": "charge",
  "payment_intent.canceled": "charge",
  "refund.created": "refund",
  "refund.updated": "refund",
  "refund.failed": "refund",
  "charge.dispute.created": "dispute",
  "charge.dispute.updated": "dispute",
  "charge.dispute.closed": "dispute",
  "charge.dispute.funds_withdrawn": "dispute",
  "charge.dispute.funds_reinstated": "dispute",
  "payment_method.updated": "card",
  "payment_method.automatically_updated": "card",
  "payment_method.detached": "card",
} as const satisfies Readonly<Record<string, Subject["kind"]>>;

const objectSchema = z.looseObject({ id: z.string(), customer: z.string().nullish() });
const formerSchema = z.looseObject({ customer: z.string().nullish() }).optional();

/**
 * Checks a notification's signature and age, and says what it is about. Nothing else of it is used,
 * so that neither its order nor the version it is written in matters.
 */
export function readEvent(
  stripe: Stripe,
  secret: string,
  rawBody: string,
  signature: string | undefined,
  now: Date,
): GatewayEvent {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(
      rawBody,
      signature ?? "",
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    );
  } catch (cause) {
    throw new PaymentGatewayError(
      "refused",
      "the notification is not signed as it should be",
      cause,
    );
  }
  const { id, type, data } = event;
  const kind = Object.hasOwn(wantedEvents, type)
    ? wantedEvents[type as keyof typeof wantedEvents]
    : undefined;
  const object = objectSchema.safeParse(data.object);
  if (kind === undefined || !object.success) return { id, subject: undefined };
  if (kind !== "card") return { id, subject: { kind, id: object.data.id } };
  const former = formerSchema.safeParse(data.previous_attributes);
  const customer = object.data.customer ?? former.data?.customer;
  const subject = customer
    ? { kind, id: cardName({ customer, method: object.data.id }) }
    : undefined;
  return { id, subject };
}
