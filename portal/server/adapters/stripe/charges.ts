import Stripe from "stripe";
import type { Charge, ChargeFailure, PaymentGateway, Refund } from "../../ports/payment-gateway.ts";
import { type Ask, idOf } from "./calls.ts";
import { type CardName, isToken, readCardName } from "./card-name.ts";

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;

/** The company's decline codes by who can mend them; any other is worth another try. */
const failures: Readonly<Record<string, ChargeFailure>> = {
  lost_card: "card",
  stolen_card: "card",
  pickup_card: "card",
  restricted_card: "card",
  expired_card: "card",
  invalid_account: "card",
  invalid_number: "card",
  incorrect_number: "card",
  card_not_supported: "card",
  new_account_information_available: "card",
  revocation_of_authorization: "card",
  revocation_of_all_authorizations: "card",
  stop_payment_order: "card",
  authentication_required: "authentication",
  payment_intent_authentication_failure: "authentication",
  processing_error: "gateway",
  issuer_not_available: "gateway",
};

const keptSource = ({ customer, method }: CardName) => ({ customer, payment_method: method });

/** What the company says of a payment that did not succeed. */
interface Refusal {
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
}

function failedCharge(id: string, refusal: Refusal | null | undefined): Charge {
  const code = refusal?.decline_code ?? refusal?.code ?? "unknown";
  const failure = failures[code] ?? failures[refusal?.code ?? ""] ?? "declined";
  return { id, state: "failed", failure, code };
}

export function charges(stripe: Stripe, ask: Ask) {
  /** Undefined while nothing has been tried with it, so that no money can have moved. */
  const toCharge = async (intent: Stripe.PaymentIntent): Promise<Charge | undefined> => {
    const { id, status } = intent;
    switch (status) {
      case "succeeded":
        return { id, state: "succeeded" };
      case "processing":
        return { id, state: "pending" };
      case "requires_confirmation":
        return undefined;
      case "requires_action": {
        const redirectUrl = intent.next_action?.redirect_to_url?.url;
        // We ask for a redirect always; another way to prove oneself cannot be gone here.
        return redirectUrl === undefined || redirectUrl === null
          ? cancel(id)
          : { id, state: "requires_action", redirectUrl };
      }
      case "canceled":
        return intent.cancellation_reason === "abandoned"
          ? { id, state: "failed", failure: "authentication", code: "authentication_required" }
          : { id, state: "failed", failure: "gateway", code: "canceled" };
      default:
        return failedCharge(id, intent.last_payment_error);
    }
  };

  /** Whatever has become of it: what succeeded just before cannot be cancelled, and is told so. */
  const cancel = async (id: string): Promise<Charge> => {
    const outcome = await ask<Stripe.PaymentIntent | "decided">(
      () =>
        stripe.paymentIntents.cancel(
          id,
          { cancellation_reason: "abandoned" },
          { idempotencyKey: `cancel:${id}` },
        ),
      (error) => (error.code === "payment_intent_unexpected_state" ? "decided" : undefined),
    );
    const charge = outcome === "decided" ? await find(id) : await toCharge(outcome);
    return charge ?? { id, state: "pending" };
  };

  const find = async (id: string): Promise<Charge | undefined> =>
    toCharge(await ask(() => stripe.paymentIntents.retrieve(id)));

  type Request = Parameters<PaymentGateway["charge"]>[0];

  /** Makes the payment and moves nothing yet; or the charge that failed because its card is gone. */
  const prepare = (request: Request): Promise<Stripe.PaymentIntent | Charge> => {
    const { idempotencyKey: key, card, amount, description } = request;
    // One for this once belongs to no customer, and its holder is always asked.
    const source = isToken(card)
      ? {
          payment_method: card,
          payment_method_options: { card: { request_three_d_secure: "any" as const } },
        }
      : keptSource(readCardName(card));
    return ask<Stripe.PaymentIntent | Charge>(
      () =>
        stripe.paymentIntents.create(
          {
            amount,
            currency: "jpy",
            ...source,
            allowed_payment_method_types: ["card"],
            description,
            metadata: { reference: key },
          },
          { idempotencyKey: key },
        ),
      (error) =>
        error instanceof StripeInvalidRequestError && error.param === "payment_method"
          ? { id: `none:${key}`, state: "failed", failure: "card", code: "card_gone" }
          : undefined,
    );
  };

  return {
    async charge(request: Request): Promise<Charge> {
      const prepared = await prepare(request);
      if ("state" in prepared) return prepared;
      const { id } = prepared;
      await request.onPrepared?.(id);
      const outcome = await ask<Stripe.PaymentIntent | Charge | "asked">(
        () =>
          stripe.paymentIntents.confirm(
            id,
            request.returnUrl === undefined
              ? { off_session: true }
              : { return_url: request.returnUrl },
            { idempotencyKey: `${request.idempotencyKey}:confirm` },
          ),
        (error) => {
          if (error instanceof StripeCardError) return failedCharge(id, error);
          // Confirmed before, under a key that the company has forgotten since.
          return error.code === "payment_intent_unexpected_state" ? "asked" : undefined;
        },
      );
      if (outcome !== "asked" && "state" in outcome) return outcome;
      const charge = outcome === "asked" ? await find(id) : await toCharge(outcome);
      if (charge?.state !== "requires_action") return charge ?? { id, state: "pending" };
      // Nobody is there to prove anything: it must not succeed behind our back later.
      if (request.returnUrl === undefined) return cancel(id);
      // A repeated key gives the first answer, and its holder may have proved it since.
      return (await find(id)) ?? charge;
    },

    cancelCharge: cancel,

    async findCharge(_key: string, prepared: string | null): Promise<Charge | undefined> {
      // Money moves only after its id was written down: without one, nothing has moved.
      return prepared === null ? undefined : find(prepared);
    },

    async refund(request: Parameters<PaymentGateway["refund"]>[0]): Promise<Refund> {
      const { idempotencyKey: key, charge, amount } = request;
      const made = await ask(() =>
        stripe.refunds.create(
          { payment_intent: charge, amount, metadata: { reference: key } },
          { idempotencyKey: key },
        ),
      );
      return toRefund(made);
    },

    findRefund: async (id: string): Promise<Refund> =>
      toRefund(await ask(() => stripe.refunds.retrieve(id))),

    async findRefundByReference(charge: string, reference: string): Promise<Refund | undefined> {
      // All of the payment's own list, which is complete at once; what their search finds is not.
      let after: string | undefined;
      for (;;) {
        const { data, has_more: hasMore } = await ask(() =>
          stripe.refunds.list({
            payment_intent: charge,
            limit: 100,
            ...(after === undefined ? {} : { starting_after: after }),
          }),
        );
        const found = data.find(({ metadata }) => metadata?.reference === reference);
        if (found !== undefined) return toRefund(found);
        after = data.at(-1)?.id;
        if (!hasMore || after === undefined) return undefined;
      }
    },
  };
}

const refundStates: Readonly<Record<string, Refund["state"]>> = {
  succeeded: "succeeded",
  failed: "failed",
  canceled: "cancelled",
};

function toRefund(refund: Stripe.Refund): Refund {
  return {
    id: refund.id,
    // `requires_action` too: only what has moved has moved.
    state: refundStates[refund.status ?? ""] ?? "pending",
    charge: idOf(refund.payment_intent) ?? idOf(refund.charge) ?? "",
    amount: refund.amount,
    reference: refund.metadata?.reference,
  };
}
