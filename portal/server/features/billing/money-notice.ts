import type { PortalContext } from "../../context.ts";
import type { OnMoneyNotice } from "../payment/gateway-notices.ts";
import { followDispute } from "./dispute-service.ts";
import { unansweredStates } from "./money-states.ts";
import { recordOutcome } from "./record-outcomes.ts";
import { takeRefund } from "./refund-service.ts";

/** A charge of ours that still waits for its outcome; of any other the notice says nothing new. */
async function settleCharge(context: PortalContext, id: string): Promise<void> {
  const { db, gateway } = context;
  const attempt = await db
    .selectFrom("portal.charge_attempt")
    .selectAll()
    .where("gateway", "=", gateway.name)
    .where((row) => row.or([row("prepared", "=", id), row("gateway_charge", "=", id)]))
    .where("state", "in", unansweredStates)
    .executeTakeFirst();
  if (!attempt) return;
  const charge = await gateway.findCharge(attempt.idempotency_key, attempt.prepared);
  if (charge) await recordOutcome(context, attempt, charge);
}

/** Brings what the payment company tells of money into attempts, refunds, disputes and books. */
export function followMoney(context: PortalContext): OnMoneyNotice {
  return async ({ kind, id }) => {
    switch (kind) {
      case "charge":
        return settleCharge(context, id);
      case "refund":
        return takeRefund(context, id);
      case "dispute":
        return followDispute(context, id);
    }
  };
}
