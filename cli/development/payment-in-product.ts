import type { Database } from "@sekimori/kit-server/database";
import { parseSettings } from "@sekimori/kit-server/settings";
import {
  type SandboxPaymentOptions,
  sandboxPaymentGateway,
} from "@sekimori/portal-server/adapters/sandbox-payment";
import type { PaymentGateway } from "@sekimori/portal-server/ports/payment-gateway";
import type { Tables } from "@sekimori/portal-server/tables";
import { z } from "zod";
import {
  choosePaymentGateway,
  paymentProblems,
  paymentSettingsShape,
} from "../processes/payment-settings.ts";

const schema = z
  .object({ ...paymentSettingsShape, sekimoriMode: z.literal("development") })
  .superRefine((settings, context) => {
    for (const [key, message] of paymentProblems(settings)) {
      context.addIssue({ code: "custom", path: [key], message });
    }
  });

/**
 * The sandbox's payment company, or with PAYMENT_PROVIDER=stripe Stripe with keys for tests.
 *
 * @throws SettingsError for keys that are none, or are for real money
 */
export async function paymentInProduct(
  environment: Readonly<Record<string, string | undefined>>,
  sandbox: SandboxPaymentOptions,
  database: Pick<Database<Tables>, "db">,
): Promise<PaymentGateway> {
  if (environment.PAYMENT_PROVIDER !== "stripe") return sandboxPaymentGateway(sandbox);
  return choosePaymentGateway(
    parseSettings(schema, { ...environment, SEKIMORI_MODE: "development" }),
    database,
  );
}
