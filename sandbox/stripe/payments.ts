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
  description: text(1_000).optional(),
  metadata: metadata.default({}),
  confirm: truth.default(false),
  off_session: truth.optional(),
  expand: expand("latest_charge", "payment_method", "customer"),
});

export function createPayment(company: Company, form: Form) {
  const params = read(paymentParams, form);
  const { memory } = company;
  if (params.amount < least || params.amount > most) {
    const code = params.amount < least ? "amount_too_small" : "amount_too_large";
    throw invalid(`Amount must be between ¥${least} and ¥${most}.`, { code, param: "amount" });
  }
  if (params.off_session !== undefined && !params.confirm) {
    throw invalid("off_session can only be given when confirm is true.", { param: "off_session" });
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
  };
  memory.payments.set(payment.id, payment);
  record(company, "payment_intent.created", payment);
  return params.confirm ? confirm(company, payment) : structuredClone(payment);
}

const confirmParams = z.strictObject({
  off_session: truth.optional(),
  payment_method: text().optional(),
  return_url: z.url().optional(),
  error_on_requires_action: truth.optional(),
  expand: expand("latest_charge", "payment_method"),
});

export function confirmPayment(company: Company, id: string, form: Form) {
  read(confirmParams, form);
  return confirm(company, found(company.memory.payments, id, "payment_intent", "intent"));
}

function confirm(company: Company, payment: PaymentIntent) {
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
  const { chargeDecline } = cardOf(company, method);
  const isExpired =
    method.card.exp_year * 12 + method.card.exp_month <
    company.now().getUTCFullYear() * 12 + company.now().getUTCMonth() + 1;
  const code = isExpired ? "expired_card" : chargeDecline;
  const charge = charged(company, payment, code === undefined ? "succeeded" : "failed");
  if (code !== undefined) {
    const error = { ...declineError(code, method), charge: charge.id };
    Object.assign(payment, {
      status: "requires_payment_method",
      payment_method: null,
      last_payment_error: error,
    });
    record(company, "payment_intent.payment_failed", payment);
    throw decline(error, "payment_intent", payment);
  }
  const { amount } = payment;
  book(company, { type: "charge", amount, fee: feeOf(amount), source: charge.id });
  payment.status = "succeeded";
  record(company, "charge.succeeded", charge);
  record(company, "payment_intent.succeeded", payment);
  return structuredClone(payment);
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
  read(
    z.strictObject({ cancellation_reason: z.enum(["abandoned", "duplicate"]).optional() }),
    form,
  );
  const payment = found(company.memory.payments, id, "payment_intent", "intent");
  if (payment.status === "succeeded" || payment.status === "canceled") {
    throw invalid("This PaymentIntent cannot be canceled.", {
      code: "payment_intent_unexpected_state",
    });
  }
  payment.status = "canceled";
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
