import Stripe from "stripe";
import type {
  GatewayCard,
  PaymentGateway,
  Registration,
  RegistrationFailure,
} from "../../ports/payment-gateway.ts";
import { type Ask, idOf } from "./calls.ts";
import { cardOf, isToken, readCardName, toCard } from "./card-name.ts";

const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;

const failures: Readonly<Record<string, RegistrationFailure>> = {
  setup_intent_authentication_failure: "three_d_secure",
  payment_intent_authentication_failure: "three_d_secure",
  authentication_required: "three_d_secure",
  setup_intent_setup_attempt_expired: "three_d_secure",
  processing_error: "gateway",
  resource_missing: "token",
};

const failed = (id: string, failure: RegistrationFailure): Registration => ({
  id,
  state: "failed",
  failure,
});

const failureOf = (code: string | undefined) => failures[code ?? ""] ?? "declined";

type Start = Parameters<PaymentGateway["startCardRegistration"]>[0];

export function registrations(stripe: Stripe, ask: Ask) {
  const detach = async (method: string): Promise<void> => {
    await ask<unknown>(
      () => stripe.paymentMethods.detach(method, {}, { idempotencyKey: `detach:${method}` }),
      // Gone, or kept by nobody any more: that is what was wanted.
      (error) => (error instanceof StripeInvalidRequestError ? {} : undefined),
    );
  };

  const toRegistration = async (intent: Stripe.SetupIntent): Promise<Registration> => {
    const { id, status, payment_method: method } = intent;
    switch (status) {
      case "succeeded": {
        if (method === null || typeof method === "string") return failed(id, "gateway");
        const card = toCard(method);
        if (card) return { id, state: "succeeded", card };
        await detach(method.id);
        return failed(id, "declined");
      }
      case "requires_action": {
        const redirectUrl = intent.next_action?.redirect_to_url?.url;
        // We ask for a redirect always; another way to prove oneself cannot be gone here.
        return redirectUrl
          ? { id, state: "requires_action", redirectUrl }
          : failed(id, "three_d_secure");
      }
      case "processing":
        return { id, state: "authenticated" };
      case "canceled":
        return { id, state: "cancelled" };
      default:
        return failed(id, failureOf(intent.last_setup_error?.code));
    }
  };

  const customerOf = async ({ formerCard, customer }: Start): Promise<string> => {
    if (formerCard !== undefined) return readCardName(formerCard).customer;
    const made = await ask(() =>
      stripe.customers.create(
        // An opaque id and nothing else: who it is, is nobody's affair abroad.
        { metadata: { account: customer } },
        { idempotencyKey: `customer:${customer}` },
      ),
    );
    return made.id;
  };

  const setUp = async (request: Start, customer: string): Promise<Registration> => {
    const { idempotencyKey: key, token, returnUrl } = request;
    const outcome = await ask<Stripe.SetupIntent | Registration>(
      () =>
        stripe.setupIntents.create(
          {
            customer,
            payment_method: token,
            allowed_payment_method_types: ["card"],
            usage: "off_session",
            payment_method_options: { card: { request_three_d_secure: "any" } },
            confirm: true,
            return_url: returnUrl,
            metadata: { attempt: key },
            expand: ["payment_method"],
          },
          { idempotencyKey: `${key}:${customer}` },
        ),
      (error) => {
        const id = error.setup_intent?.id ?? `none:${key}`;
        if (error instanceof StripeCardError) return failed(id, failureOf(error.code));
        const isToken =
          error instanceof StripeInvalidRequestError && error.param === "payment_method";
        return isToken ? failed(id, "token") : undefined;
      },
    );
    return "state" in outcome ? outcome : toRegistration(outcome);
  };

  return {
    async startCardRegistration(request: Start): Promise<Registration> {
      if (!isToken(request.token)) {
        return failed(`none:${request.idempotencyKey}`, "token");
      }
      return setUp(request, await customerOf(request));
    },

    async findCardRegistration(id: string): Promise<Registration> {
      const intent = await ask(() =>
        stripe.setupIntents.retrieve(id, { expand: ["payment_method"] }),
      );
      return toRegistration(intent);
    },

    async findTokenCard(token: string) {
      if (!isToken(token)) return undefined;
      const found = await ask<Stripe.PaymentMethod | null>(
        () => stripe.paymentMethods.retrieve(token),
        (error) => (error.code === "resource_missing" ? null : undefined),
      );
      return found && idOf(found.customer) === null ? cardOf(found) : undefined;
    },

    async getCard(card: string): Promise<GatewayCard | undefined> {
      const { method } = readCardName(card);
      const found = await ask<Stripe.PaymentMethod | null>(
        () => stripe.paymentMethods.retrieve(method),
        (error) => (error.code === "resource_missing" ? null : undefined),
      );
      // One that was detached still exists, but can never be charged again.
      return found && idOf(found.customer) !== null ? toCard(found) : undefined;
    },

    deleteCard: (card: string): Promise<void> => detach(readCardName(card).method),
  };
}
