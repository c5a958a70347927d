import { createHash } from "node:crypto";
import { invalid, Refusal } from "./form.ts";
import {
  emptyMemory,
  type Memory,
  type Method,
  newId,
  type PaymentIntent,
  type StoredEvent,
  type Transaction,
} from "./state.ts";
import { ownCodes, type TestCard, testCards } from "./test-cards.ts";

/** The version of the API that the stand-in was written from; it knows no other. */
export const apiVersion = "2026-10-28.endive";

/** Of a hundred yen, as the company's price list for Japan says. */
const feePercent = 3.6;

export interface Company {
  readonly memory: Memory;
  readonly origin: () => string;
  readonly now: () => Date;
  /** As the merchant set them up on the company's pages. */
  readonly endpoints: WebhookEndpoint[];
  /** What the company lets the merchant do. */
  readonly account: {
    charges_enabled: boolean;
    payouts_enabled: boolean;
    default_currency: string;
  };
}

export interface WebhookEndpoint {
  readonly url: string;
  readonly status: "enabled" | "disabled";
  readonly enabled_events: readonly string[];
}

export function createCompany(options: Pick<Company, "origin" | "now">): Company {
  return {
    ...options,
    memory: emptyMemory(),
    endpoints: [],
    account: { charges_enabled: true, payouts_enabled: true, default_currency: "jpy" },
  };
}

export const secondsOf = (moment: Date) => Math.floor(moment.getTime() / 1_000);

/** @throws Refusal 404 `resource_missing` */
export function found<T>(
  things: ReadonlyMap<string, T>,
  id: string,
  name: string,
  param = "id",
): T {
  const thing = things.get(id);
  if (thing === undefined) {
    throw invalid(`No such ${name}: '${id}'`, { code: "resource_missing", param }, 404);
  }
  return thing;
}

export function cardOf({ memory }: Company, method: Method): TestCard {
  return testCards[memory.numbers.get(method.id) ?? ""] ?? { brand: "visa" };
}

export function fingerprintOf(number: string): string {
  return createHash("sha256").update(number).digest("base64url").slice(0, 16);
}

export function record(
  company: Company,
  type: string,
  object: object,
  previous?: Readonly<Record<string, unknown>>,
): void {
  const event: StoredEvent = {
    id: newId("evt"),
    object: "event",
    api_version: apiVersion,
    created: secondsOf(company.now()),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: {
      object: structuredClone(object),
      ...(previous === undefined ? {} : { previous_attributes: previous }),
    },
  };
  company.memory.events.push(event);
}

/** An entry in what the company owes the merchant. */
export function book(
  company: Company,
  entry: {
    readonly type: string;
    readonly amount: number;
    readonly source: string | null;
    readonly fee?: number;
  },
): Transaction {
  const { fee = 0, amount } = entry;
  const transaction: Transaction = {
    id: newId("txn"),
    object: "balance_transaction",
    created: secondsOf(company.now()),
    currency: "jpy",
    status: "available",
    reporting_category: entry.type,
    net: amount - fee,
    ...entry,
    fee,
  };
  company.memory.transactions.push(transaction);
  return transaction;
}

export const feeOf = (amount: number) => Math.floor((amount * feePercent) / 100);

/** A decline as the company words it, for an error and for an intent's last error. */
export function declineError(code: string, method: Method): Record<string, unknown> {
  const isOwn = ownCodes.has(code);
  return {
    type: "card_error",
    code: isOwn ? code : "card_declined",
    ...(code === "authentication_required"
      ? { decline_code: code }
      : isOwn
        ? {}
        : { decline_code: code }),
    message: "Your card was declined.",
    payment_method: method,
  };
}

/** @throws Refusal 402 with the intent as it is now */
export function decline(
  error: Readonly<Record<string, unknown>>,
  name: "payment_intent" | "setup_intent",
  intent: object,
): Refusal {
  const { type, message, ...more } = error;
  return new Refusal(402, String(type), String(message), {
    ...more,
    [name]: structuredClone(intent),
  });
}

/** What has been given back of a payment, or is on its way. */
export function refundedOf({ memory }: Company, payment: PaymentIntent): number {
  return [...memory.refunds.values()]
    .filter((one) => one.payment_intent === payment.id)
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .reduce((sum, { amount }) => sum + amount, 0);
}
