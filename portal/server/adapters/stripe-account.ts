import Stripe from "stripe";
import { wantedEvents } from "./stripe/events.ts";
import { type StripePaymentOptions, stripeClient } from "./stripe-payment.ts";

/** Something at the company that keeps this installation from working, in a sentence. */
export type AccountProblem = string;

const yen = "jpy";

async function webhookProblems(stripe: Stripe, url: string): Promise<AccountProblem[]> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((one) => one.url === url && one.status === "enabled");
  if (!endpoint) return [`No enabled webhook endpoint at Stripe goes to ${url}.`];
  const told: readonly string[] = endpoint.enabled_events;
  if (told.includes("*")) return [];
  const missing = Object.keys(wantedEvents).filter((type) => !told.includes(type));
  return missing.length === 0
    ? []
    : [`The webhook endpoint at Stripe is not told of: ${missing.join(", ")}.`];
}

function inWords(error: unknown): AccountProblem {
  const { StripeAuthenticationError, StripePermissionError, StripeConnectionError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError) return "Stripe does not take PAYMENT_SECRET_KEY.";
  if (error instanceof StripePermissionError) {
    return "PAYMENT_SECRET_KEY may not read the account and its webhook endpoints, so that they cannot be checked.";
  }
  if (error instanceof StripeConnectionError) return "Stripe cannot be reached from here.";
  return `Stripe answered: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Asks the company about the account behind the keys and the endpoint that it tells of events.
 *
 * @param webhookUrl where this installation is told
 */
export async function stripeAccountProblems(
  options: StripePaymentOptions,
  webhookUrl: string,
): Promise<AccountProblem[]> {
  const stripe = stripeClient({ timeout: 8_000, ...options });
  try {
    const account = await stripe.accounts.retrieveCurrent();
    return [
      ...(account.charges_enabled ? [] : ["The Stripe account cannot charge cards yet."]),
      ...(account.payouts_enabled ? [] : ["The Stripe account gets no payouts yet."]),
      ...(account.default_currency === yen
        ? []
        : [`The Stripe account settles in ${account.default_currency}, not in yen.`]),
      ...(await webhookProblems(stripe, webhookUrl)),
    ];
  } catch (error) {
    return [inWords(error)];
  }
}
