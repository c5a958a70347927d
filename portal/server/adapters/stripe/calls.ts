import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import { PaymentGatewayError } from "../../ports/payment-gateway.ts";
import type { Turn } from "../shared-pace.ts";

const { StripeError, StripeIdempotencyError, StripeInvalidRequestError, StripeRateLimitError } =
  Stripe.errors;

/** Tries of a call that the company turned away undone, and the longest first pause between two. */
const mostTries = 7;
const firstPauseMs = 250;

/** Turned away before anything was done: too fast, or the same key is being worked on now. */
function isTurnedAway(error: unknown): error is InstanceType<typeof StripeError> {
  if (!(error instanceof StripeError)) return false;
  return (
    error instanceof StripeRateLimitError ||
    error.code === "lock_timeout" ||
    error.code === "idempotency_key_in_use"
  );
}

/**
 * What an error of the library means to us. A fault of theirs (5xx), a broken connection and a key
 * that they do not take now are all the same to a charge: ask later, tell no member.
 */
function inOurTerms(error: InstanceType<typeof StripeError>): PaymentGatewayError {
  const isRefused =
    error instanceof StripeInvalidRequestError ||
    error instanceof StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeCardError;
  const what = [error.type, error.code, error.param, error.requestId].filter(Boolean).join(" ");
  return new PaymentGatewayError(isRefused ? "refused" : "network", what, error);
}

/**
 * Calls the company; what it turns away undone is tried again with growing, scattered pauses.
 *
 * @param known looks at the library's error first; what it gives is the answer
 * @throws PaymentGatewayError
 */
export type Ask = <T>(
  call: () => Promise<T>,
  known?: (error: InstanceType<typeof StripeError>) => T | undefined,
) => Promise<T>;

/** Everything that is asked of the company goes by this one way, each try in its turn. */
export const createAsk =
  (turn: Turn): Ask =>
  (call, known) =>
    askInTurn(turn, call, known);

async function askInTurn<T>(
  turn: Turn,
  call: () => Promise<T>,
  known: ((error: InstanceType<typeof StripeError>) => T | undefined) | undefined,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    await turn();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      const answer = known?.(error);
      if (answer !== undefined) return answer;
      if (tries >= mostTries || !isTurnedAway(error)) throw inOurTerms(error);
      const told = Number(error.headers?.["retry-after"] ?? 0) * 1_000;
      // Half of it is certain: chance alone must not spend all tries within a second.
      await pause(told + (0.5 + Math.random() / 2) * firstPauseMs * 2 ** (tries - 1));
    }
  }
}

/** The id of something that is given as an id or as the thing itself. */
export function idOf(thing: string | { readonly id: string } | null | undefined): string | null {
  return typeof thing === "string" ? thing : (thing?.id ?? null);
}
