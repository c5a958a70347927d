import Stripe from "stripe";
import type { PaymentGateway } from "../ports/payment-gateway.ts";
import type { Turn } from "./shared-pace.ts";
import { createAsk } from "./stripe/calls.ts";
import { charges } from "./stripe/charges.ts";
import { readEvent } from "./stripe/events.ts";
import { movements } from "./stripe/movements.ts";
import { registrations } from "./stripe/registrations.ts";

export interface StripePaymentOptions {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** A server of our own that stands in for the company's; only with keys for tests. */
  readonly standIn?: string | undefined;
  /** Waits for the turn of a call; nobody waits unless given. */
  readonly turn?: Turn | undefined;
  /** Milliseconds to wait for an answer; 20 s unless given. */
  readonly timeout?: number;
}

/** The company documents that its script must come from its own address, and which version. */
const scriptOrigin = "https://js.stripe.com";
const scriptUrl = `${scriptOrigin}/endive/stripe.js`;

/** Calls a second that the company is asked for at most; it takes a hundred. A charge needs two. */
export const callsPerSecond = 80;

/** @throws Error when a key for real money is to be shown to a stand-in */
export function stripeClient({ secretKey, standIn, timeout }: StripePaymentOptions): Stripe {
  if (standIn !== undefined && !/^(sk|rk)_test_/.test(secretKey)) {
    throw new Error("Only a key for tests may be shown to a server that stands in for Stripe.");
  }
  const place = standIn === undefined ? undefined : new URL(standIn);
  return new Stripe(secretKey, {
    apiVersion: "2026-10-28.endive",
    // What may be tried again, and what only be asked about, is decided here (stripe/calls.ts).
    // A connection that breaks is tried once more by the library, under the same key.
    maxNetworkRetries: 0,
    timeout: timeout ?? 20_000,
    telemetry: false,
    ...(place && {
      host: place.hostname,
      port: place.port || (place.protocol === "http:" ? 80 : 443),
      protocol: place.protocol === "http:" ? ("http" as const) : ("https" as const),
    }),
  });
}

/** Stripe, by its own library. Cards are payment methods of a customer, charges payment intents. */
export function stripePaymentGateway(options: StripePaymentOptions): PaymentGateway {
  const stripe = stripeClient(options);
  const { publishableKey, webhookSecret, standIn, turn = async () => undefined } = options;
  const ask = createAsk(turn);
  return {
    name: "stripe",
    signatureHeader: "stripe-signature",
    fields: {
      kind: "script",
      publishableKey,
      ...(standIn === undefined
        ? {
            url: scriptUrl,
            origin: scriptOrigin,
            frameOrigins: [scriptOrigin, "https://*.js.stripe.com", "https://hooks.stripe.com"],
            connectOrigins: ["https://api.stripe.com"],
          }
        : {
            url: new URL("/stripe.js", standIn).href,
            origin: new URL(standIn).origin,
            frameOrigins: [new URL(standIn).origin],
            connectOrigins: [new URL(standIn).origin],
          }),
    },
    ...registrations(stripe, ask),
    ...charges(stripe, ask),
    ...movements(stripe, ask),
    parseWebhook: (rawBody, signature, now) =>
      readEvent(stripe, webhookSecret, rawBody, signature, now),
  };
}
