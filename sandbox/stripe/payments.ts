import { z } from "zod";
import {
  book,
  type Company,
  cardOf,
  decline,
  declineError,
  feeOf,
  found,
  record,
  refundedOf,
  secondsOf,
} from "./company.ts";
import { expand, type Form, invalid, metadata, read, text, truth, whole } from "./form.ts";
import { usableMethod } from "./setups.ts";
import { newId, type PaymentIntent, type Refund, type Shown } from "./state.ts";

/** Yen that a card is charged at least and at most. */
const least = 50;
const most = 99_999_999;

const paymentParams = z.strictObject({
  amount: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  currency: z.enum(["jpy"]),
  customer: text().optional(),
  payment_method: text().optional(),
  allowed_payment_method_types: z
    .array(z.enum(["card"]))
    .min(1)
    .optional(),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({
        request_three_d_secure: z.enum(["any", "automatic", "challenge"]).optional(),
      }),
    })
    .optional(),
  description: text(1_000).optional(),
  metadata: metadata.default({}),
  confirm: truth.default(false),
  off_session: truth.optional(),
  return_url: z.url().optional(),
  expand: expand("latest_charge", "payment_method", "customer"),
});

export function createPayment(company: Company, form: Form) {
  const params = read(paymentParams, form);
  const { memory } = company;
  if (params.amount < least || params.amount > most) {
    const code = params.amount < least ? "amount_too_small" : "amount_too_large";
    throw invalid(`Amount must be between ¥${least} and ¥${most}.`, { code, param: "amount" });
  }
  for (const param of ["off_session", "return_url"] as const) {
    if (params[param] !== undefined && !params.confirm) {
      throw invalid(`${param} can only be given when confirm is true.`, { param });
    }
  }
  if (params.customer !== undefined)
    found(memory.customers, params.customer, "customer", "customer");
  if (params.payment_method !== undefined) {
    usableMethod(company, params.payment_method, params.customer ?? null);
  }
  const payment: PaymentIntent = {
    id: newId("pi"),
    object: "payment_intent",
    livemode: false,
    amount: params.amount,
    currency: params.currency,
    created: secondsOf(company.now()),
    status:
      params.payment_method === undefined ? "requires_payment_method" : "requires_confirmation",
    customer: params.customer ?? null,
    payment_method: params.payment_method ?? null,
    description: params.description ?? null,
    metadata: params.metadata,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    cancellation_reason: null,
    payment_method_options: {
      card: {
        request_three_d_secure:
          params.payment_method_options?.card.request_three_d_secure ?? "automatic",
      },
    },
  };
  memory.payments.set(payment.id, payment);
  record(company, "payment_intent.created", payment);
  return params.confirm ? confirm(company, payment, params) : structuredClone(payment);
}

const confirmParams = z.strictObject({
  off_session: truth.optional(),
  payment_method: text().optional(),
  return_url: z.url().optional(),
  error_on_requires_action: truth.optional(),
  expand: expand("latest_charge", "payment_method"),
});

export function confirmPayment(company: Company, id: string, form: Form) {
  const params = read(confirmParams, form);
  return confirm(company, found(company.memory.payments, id, "payment_intent", "intent"), params);
}

interface Presence {
  readonly off_session?: boolean | undefined;
  readonly return_url?: string | undefined;
}

function confirm(company: Company, payment: PaymentIntent, presence: Presence) {
  if (!["requires_confirmation", "requires_payment_method"].includes(payment.status)) {
    throw invalid(`This PaymentIntent's status is ${payment.status}; it cannot be confirmed.`, {
      code: "payment_intent_unexpected_state",
      payment_intent: structuredClone(payment),
    });
  }
  if (payment.payment_method === null) {
    throw invalid("This PaymentIntent has no payment method.", {
      code: "payment_intent_unexpected_state",
    });
  }
  const method = usableMethod(company, payment.payment_method, payment.customer);
  const { chargeDecline, setupDecline, isChallenged } = cardOf(company, method);
  // No set-up has asked a card that nobody keeps: what its issuer says there, it says here.
  const isKept = payment.customer !== null;
  const isAsked = payment.payment_method_options.card.request_three_d_secure !== "automatic";
  const isExpired =
    method.card.exp_year * 12 + method.card.exp_month <
    company.now().getUTCFullYear() * 12 + company.now().getUTCMonth() + 1;
  const code = isExpired ? "expired_card" : ((isKept ? undefined : setupDecline) ?? chargeDecline);
  const wantsHolder =
    code === "authentication_required" || (code === undefined && isAsked && isChallenged);
  if (wantsHolder && presence.off_session !== true) {
    return challenge(company, payment, presence.return_url);
  }
  if (code !== undefined) {
    const charge = charged(company, payment, "failed");
    const error = { ...declineError(code, method), charge: charge.id };
    Object.assign(payment, {
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: error,
    });
    record(company, "payment_intent.payment_failed", payment);
    throw decline(error, "payment_intent", payment);
  }
  succeed(company, payment);
  if (!isKept) method.isSpent = true;
  return structuredClone(payment);
}

function succeed(company: Company, payment: PaymentIntent): void {
  const charge = charged(company, payment, "succeeded");
  const { amount } = payment;
  book(company, { type: "charge", amount, fee: feeOf(amount), source: charge.id });
  Object.assign(payment, { status: "succeeded", next_action: null, last_payment_error: null });
  record(company, "charge.succeeded", charge);
  record(company, "payment_intent.succeeded", payment);
}

/** The issuer wants its holder, who is there: nothing moves before they have been to its page. */
function challenge(company: Company, payment: PaymentIntent, returnUrl: string | undefined) {
  if (returnUrl === undefined) {
    throw invalid("A return_url is needed to confirm this PaymentIntent.", { param: "return_url" });
  }
  payment.status = "requires_action";
  payment.next_action = {
    type: "redirect_to_url",
    redirect_to_url: { url: `${company.origin()}/3ds/${payment.id}`, return_url: returnUrl },
  };
  record(company, "payment_intent.requires_action", payment);
  return structuredClone(payment);
}

/** What the holder answered on the issuer's page. @returns where the browser goes on. */
export function answerPaymentChallenge(company: Company, id: string, isRight: boolean): string {
  const payment = found(company.memory.payments, id, "payment_intent");
  const { next_action: action } = payment;
  if (payment.status !== "requires_action" || action === null) {
    throw invalid("This PaymentIntent waits for nobody.", {
      code: "payment_intent_unexpected_state",
    });
  }
  if (isRight) succeed(company, payment);
  else {
    Object.assign(payment, {
      status: "requires_payment_method",
      payment_method: null,
      next_action: null,
      last_payment_error: {
        type: "invalid_request_error",
        code: "payment_intent_authentication_failure",
        message: "The holder could not be authenticated.",
      },
    });
    record(company, "payment_intent.payment_failed", payment);
  }
  const target = new URL(action.redirect_to_url.return_url);
  target.searchParams.set("payment_intent", payment.id);
  target.searchParams.set("redirect_status", isRight ? "succeeded" : "failed");
  return target.href;
}

function charged({ memory }: Company, payment: PaymentIntent, status: string): Shown {
  const charge = {
    id: newId("ch"),
    object: "charge",
    amount: payment.amount,
    payment_intent: payment.id,
    status,
  };
  memory.charges.set(charge.id, charge);
  payment.latest_charge = charge.id;
  return charge;
}

export function cancelPayment(company: Company, id: string, form: Form) {
  const { cancellation_reason: reason } = read(
    z.strictObject({ cancellation_reason: z.enum(["abandoned", "duplicate"]).optional() }),
    form,
  );
  const payment = found(company.memory.payments, id, "payment_intent", "intent");
  if (payment.status === "succeeded" || payment.status === "canceled") {
    throw invalid("This PaymentIntent cannot be canceled.", {
      code: "payment_intent_unexpected_state",
    });
  }
  Object.assign(payment, {
    status: "canceled",
    next_action: null,
    cancellation_reason: reason ?? null,
  });
  record(company, "payment_intent.canceled", payment);
  return structuredClone(payment);
}

const refundParams = z.strictObject({
  payment_intent: text().optional(),
  charge: text().optional(),
  amount: whole(1, most).optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.default({}),
});

export function createRefund(company: Company, form: Form): Refund {
  const params = read(refundParams, form);
  if ((params.payment_intent === undefined) === (params.charge === undefined)) {
    throw invalid("One of payment_intent and charge is needed.", { code: "parameter_missing" });
  }
  const { memory } = company;
  const charge =
    params.charge === undefined
      ? undefined
      : found(memory.charges, params.charge, "charge", "charge");
  const id = params.payment_intent ?? String(charge?.payment_intent);
  const payment = found(memory.payments, id, "payment_intent", "payment_intent");
  if (payment.status !== "succeeded") {
    throw invalid("This payment has no successful charge to refund.", { param: "payment_intent" });
  }
  const left = payment.amount - refundedOf(company, payment);
  const amount = params.amount ?? left;
  if (left === 0)
    throw invalid("The charge has been refunded.", { code: "charge_already_refunded" });
  if (amount > left) {
    throw invalid(`Refund amount (¥${amount}) is greater than unrefunded amount (¥${left}).`, {
      param: "amount",
    });
  }
  const refund: Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    currency: "jpy",
    created: secondsOf(company.now()),
    charge: payment.latest_charge,
    payment_intent: payment.id,
    reason: params.reason ?? null,
    metadata: params.metadata,
    status: "succeeded",
  };
  memory.refunds.set(refund.id, refund);
  book(company, { type: "refund", amount: -amount, source: refund.id });
  record(company, "refund.created", refund);
  return structuredClone(refund);
}
