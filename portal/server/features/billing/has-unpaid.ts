import type { PortalTransaction } from "../../context.ts";
import { owedStates } from "./money-states.ts";

/** Whether an account owes an invoice, one that was given up included: it can still be paid. */
export async function hasUnpaid(tx: PortalTransaction, accountId: string): Promise<boolean> {
  const unpaid = await tx
    .selectFrom("portal.invoice")
    .select("id")
    .where("account_id", "=", accountId)
    .where("kind", "=", "invoice")
    .where("state", "in", owedStates)
    .limit(1)
    .executeTakeFirst();
  return unpaid !== undefined;
}
