import type { Database } from "@sekimori/kit-server/database";
import { origin, secret, webAddress } from "@sekimori/kit-server/settings";
import { sharedPace } from "@sekimori/portal-server/adapters/shared-pace";
import type { PaymentGateway } from "@sekimori/portal-server/ports/payment-gateway";
import type { Tables } from "@sekimori/portal-server/tables";
import { z } from "zod";

/** Which payment company, and what it knows us by. */
export const paymentSettingsShape = {
  /** The payment company: `stripe`, or `sandbox` where it is no production. */
  paymentProvider: z.enum(["sandbox", "stripe"]),
  /** The company's key that browsers are shown. */
  paymentPublishableKey: z.string().min(1),
  /** The company's key that creates customers, charges and refunds. */
  paymentSecretKey: secret(z.string().min(1)),
  /** What the company signs its notifications with. */
  paymentWebhookSecret: secret(z.string().min(1)),
  /** Of the sandbox only: where its API and its fields are. */
  paymentApiOrigin: origin().optional(),
  /** Of the sandbox only: the page with its card fields. */
  paymentFieldsUrl: webAddress().optional(),
  /**
   * A server of our own in the company's place, to try an installation where the company cannot be
   * reached. Never in production, and the adapter shows it no key but one for tests.
   */
  paymentStandIn: origin().optional(),
};

export interface PaymentSettings {
  readonly sekimoriMode: "production" | "staging" | "development";
  readonly paymentProvider: "sandbox" | "stripe";
  readonly paymentPublishableKey: string;
  readonly paymentSecretKey: { reveal(): string };
  readonly paymentWebhookSecret: { reveal(): string };
  readonly paymentApiOrigin?: string | undefined;
  readonly paymentFieldsUrl?: string | undefined;
  readonly paymentStandIn?: string | undefined;
}

/** How Stripe writes its keys; restricted keys (`rk_`) are secret keys with fewer rights. */
const keyForms = {
  paymentPublishableKey: /^pk_(live|test)_\w{16,}$/,
  paymentSecretKey: /^(sk|rk)_(live|test)_\w{16,}$/,
  paymentWebhookSecret: /^whsec_\S{16,}$/,
} as const;

function stripeProblems(settings: PaymentSettings): (readonly [string, string])[] {
  const problems: (readonly [string, string])[] = [];
  const values = {
    paymentPublishableKey: settings.paymentPublishableKey,
    paymentSecretKey: settings.paymentSecretKey.reveal(),
    paymentWebhookSecret: settings.paymentWebhookSecret.reveal(),
  };
  for (const key of [
    "paymentPublishableKey",
    "paymentSecretKey",
    "paymentWebhookSecret",
  ] as const) {
    const parts = keyForms[key].exec(values[key]);
    if (!parts) problems.push([key, "must be a key as Stripe gives them out"]);
    const isLive = parts?.slice(1).includes("live") ?? false;
    if (isLive && settings.sekimoriMode === "development") {
      problems.push([key, "must be a test key: this is no production"]);
    }
  }
  for (const key of ["paymentApiOrigin", "paymentFieldsUrl"] as const) {
    if (settings[key] !== undefined) problems.push([key, "must not be set: it is the sandbox's"]);
  }
  if (settings.paymentStandIn !== undefined && settings.sekimoriMode === "production") {
    problems.push(["paymentStandIn", "must not be set in production"]);
  }
  return problems;
}

/** What is wrong with these settings in any mode, as pairs of setting and sentence. */
export function paymentProblems(settings: PaymentSettings): (readonly [string, string])[] {
  if (settings.paymentProvider === "stripe") return stripeProblems(settings);
  const problems: (readonly [string, string])[] = [];
  for (const key of ["paymentApiOrigin", "paymentFieldsUrl"] as const) {
    if (settings[key] === undefined) problems.push([key, "is required"]);
  }
  if (settings.paymentStandIn !== undefined) {
    problems.push(["paymentStandIn", "must not be set: it stands in for Stripe"]);
  }
  return problems;
}

/**
 * The adapter that the settings name; only its own code is loaded.
 *
 * @param db where all processes keep to the company's pace together
 */
export async function choosePaymentGateway(
  settings: PaymentSettings,
  { db }: Pick<Database<Tables>, "db">,
): Promise<PaymentGateway> {
  const keys = {
    publishableKey: settings.paymentPublishableKey,
    secretKey: settings.paymentSecretKey.reveal(),
    webhookSecret: settings.paymentWebhookSecret.reveal(),
  };
  if (settings.paymentProvider === "stripe") {
    const { callsPerSecond, stripePaymentGateway } = await import(
      "@sekimori/portal-server/adapters/stripe-payment"
    );
    const turn = sharedPace(db, "stripe", callsPerSecond);
    return stripePaymentGateway({ ...keys, standIn: settings.paymentStandIn, turn });
  }
  const { sandboxPaymentGateway } = await import(
    "@sekimori/portal-server/adapters/sandbox-payment"
  );
  const { paymentApiOrigin: apiOrigin = "", paymentFieldsUrl: fieldsUrl = "" } = settings;
  return sandboxPaymentGateway({ ...keys, apiOrigin, fieldsUrl });
}
