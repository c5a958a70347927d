import type { PortalContext } from "../../context.ts";
import { PaymentGatewayError } from "../../ports/payment-gateway.ts";
import { unansweredStates } from "./money-states.ts";
import { recordOutcome } from "./record-outcomes.ts";

/**
 * Asks the payment company about charges whose holder has gone to the issuer's page, and writes down
 * what came of them. A company that cannot be asked now is asked again by the regular run.
 *
 * @returns the page of the first one that waits for its holder still; null when none does
 */
export async function settleWaitingCharges(
  context: PortalContext,
  of: { readonly account: string } | { readonly invoice: string },
): Promise<string | null> {
  const { db, gateway, logger } = context;
  const attempts = await db
    .selectFrom("portal.charge_attempt")
    .selectAll()
    .where("returns_to", "is not", null)
    .where("state", "in", unansweredStates)
    .where((row) =>
      "account" in of ? row("account_id", "=", of.account) : row("invoice_id", "=", of.invoice),
    )
    .orderBy("sent_at")
    .orderBy("id")
    .execute();
  let redirectUrl: string | null = null;
  for (const attempt of attempts) {
    try {
      const charge = await gateway.findCharge(attempt.idempotency_key, attempt.prepared);
      if (charge?.state === "requires_action") {
        // Whoever entered another card has the link; the account's holder has not that card.
        if ("invoice" in of || !attempt.is_one_time) redirectUrl ??= charge.redirectUrl;
      } else if (charge !== undefined) await recordOutcome(context, attempt, charge);
    } catch (error) {
      if (!(error instanceof PaymentGatewayError)) throw error;
      logger.warn({ err: error, attempt: attempt.id }, "waiting charge not asked about");
    }
  }
  return redirectUrl;
}
