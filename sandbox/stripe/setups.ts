import { z } from "zod";
import { type Company, cardOf, decline, declineError, found, record } from "./company.ts";
import { expand, type Form, invalid, metadata, read, text, truth } from "./form.ts";
import { type Method, newId, type SetupIntent } from "./state.ts";

const customerParams = z.strictObject({
  metadata: metadata.optional(),
  description: text(350).optional(),
  email: text(512).optional(),
  name: text(256).optional(),
});

export function createCustomer({ memory, now }: Company, form: Form) {
  const params = read(customerParams, form);
  const customer = {
    id: newId("cus"),
    object: "customer",
    created: Math.floor(now().getTime() / 1_000),
    livemode: false,
    email: params.email ?? null,
    name: params.name ?? null,
    description: params.description ?? null,
    metadata: params.metadata ?? {},
  };
  memory.customers.set(customer.id, customer);
  return customer;
}

/** As long as the merchant needs to know: what the fields make of a card. */
export function keepMethod(
  { memory }: Company,
  card: {
    readonly number: string;
    readonly month: number;
    readonly year: number;
    readonly name: string;
  },
  known: { readonly brand: string; readonly fingerprint: string },
): Method {
  const method: Method = {
    id: newId("pm"),
    object: "payment_method",
    type: "card",
    livemode: false,
    customer: null,
    metadata: {},
    billing_details: {
      name: card.name === "" ? null : card.name,
      email: null,
      phone: null,
      address: null,
    },
    card: {
      brand: known.brand,
      last4: card.number.slice(-4),
      exp_month: card.month,
      exp_year: card.year,
      fingerprint: known.fingerprint,
    },
  };
  memory.methods.set(method.id, method);
  memory.numbers.set(method.id, card.number);
  return method;
}

/** @throws Refusal for a method of somebody else, or one that was used up without being kept */
export function usableMethod(company: Company, id: string, customer: string | null): Method {
  const method = found(company.memory.methods, id, "PaymentMethod", "payment_method");
  if (method.customer !== null && method.customer !== customer) {
    throw invalid("The payment method belongs to another customer.", { param: "payment_method" });
  }
  if (method.isSpent === true) {
    throw invalid(
      "This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.",
      { param: "payment_method" },
    );
  }
  return method;
}

const setupParams = z.strictObject({
  customer: text().optional(),
  payment_method: text().optional(),
  allowed_payment_method_types: z
    .array(z.enum(["card"]))
    .min(1)
    .optional(),
  usage: z.enum(["off_session", "on_session"]).default("off_session"),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({
        request_three_d_secure: z.enum(["any", "automatic", "challenge"]).optional(),
      }),
    })
    .optional(),
  confirm: truth.default(false),
  return_url: z.url().optional(),
  use_stripe_sdk: truth.optional(),
  metadata: metadata.default({}),
  expand: expand("payment_method", "latest_attempt", "customer"),
});

/** The answer with what was asked to be expanded. */
export function showSetup(
  { memory }: Company,
  setup: SetupIntent,
  expanded: readonly string[] = [],
) {
  const method = memory.methods.get(setup.payment_method ?? "");
  return structuredClone({
    ...setup,
    ...(expanded.includes("payment_method") && method ? { payment_method: method } : {}),
  });
}

export function createSetup(company: Company, form: Form) {
  const params = read(setupParams, form);
  const { memory } = company;
  if (params.customer !== undefined)
    found(memory.customers, params.customer, "customer", "customer");
  if (params.confirm && params.payment_method === undefined) {
    throw invalid("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: "setup_intent_unexpected_state",
    });
  }
  const method =
    params.payment_method === undefined
      ? undefined
      : usableMethod(company, params.payment_method, params.customer ?? null);
  const setup: SetupIntent = {
    id: newId("seti"),
    object: "setup_intent",
    livemode: false,
    status: method ? "requires_confirmation" : "requires_payment_method",
    usage: params.usage,
    customer: params.customer ?? null,
    payment_method: method?.id ?? null,
    metadata: params.metadata,
    last_setup_error: null,
    next_action: null,
    return_url: params.return_url ?? null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    payment_method_types: ["card"],
  };
  memory.setups.set(setup.id, setup);
  if (params.confirm && method) confirmSetup(company, setup, method, params.return_url);
  return showSetup(company, setup, params.expand);
}

function confirmSetup(
  company: Company,
  setup: SetupIntent,
  method: Method,
  returnUrl: string | undefined,
): void {
  const card = cardOf(company, method);
  if (card.setupDecline !== undefined) {
    const error = declineError(card.setupDecline, method);
    Object.assign(setup, {
      status: "requires_payment_method",
      payment_method: null,
      last_setup_error: error,
    });
    record(company, "setup_intent.setup_failed", setup);
    throw decline(error, "setup_intent", setup);
  }
  if (card.isChallenged) {
    if (returnUrl === undefined) {
      throw invalid("A return_url is needed to confirm this SetupIntent.", { param: "return_url" });
    }
    setup.status = "requires_action";
    setup.next_action = {
      type: "redirect_to_url",
      redirect_to_url: { url: `${company.origin()}/3ds/${setup.id}`, return_url: returnUrl },
    };
    record(company, "setup_intent.requires_action", setup);
    return;
  }
  succeedSetup(company, setup, method);
}

function succeedSetup(company: Company, setup: SetupIntent, method: Method): void {
  setup.status = "succeeded";
  setup.next_action = null;
  setup.last_setup_error = null;
  // Without a customer it is used up and can never be charged.
  if (setup.customer === null) method.isSpent = true;
  else method.customer = setup.customer;
  record(company, "payment_method.attached", method);
  record(company, "setup_intent.succeeded", setup);
}

/** What the holder answered on the issuer's page. @returns where the browser goes on. */
export function answerChallenge(company: Company, id: string, isRight: boolean): string {
  const setup = found(company.memory.setups, id, "setupintent");
  const returnUrl = setup.next_action?.redirect_to_url.return_url ?? String(setup.return_url);
  if (setup.status === "requires_action") {
    const method = found(company.memory.methods, setup.payment_method ?? "", "PaymentMethod");
    if (isRight) succeedSetup(company, setup, method);
    else {
      Object.assign(setup, {
        status: "requires_payment_method",
        payment_method: null,
        next_action: null,
        last_setup_error: {
          type: "invalid_request_error",
          code: "setup_intent_authentication_failure",
          message: "The holder could not be authenticated.",
        },
      });
      record(company, "setup_intent.setup_failed", setup);
    }
  }
  const target = new URL(returnUrl);
  target.searchParams.set("setup_intent", setup.id);
  target.searchParams.set("redirect_status", setup.status === "succeeded" ? "succeeded" : "failed");
  return target.href;
}

export function detachMethod(company: Company, id: string, form: Form) {
  read(z.strictObject({ expand: expand("customer") }), form);
  const method = found(company.memory.methods, id, "PaymentMethod");
  const { customer } = method;
  if (customer === null) {
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      {
        param: "payment_method",
      },
    );
  }
  method.customer = null;
  method.isSpent = true;
  record(company, "payment_method.detached", method, { customer });
  return structuredClone(method);
}
