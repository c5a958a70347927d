import type { PortalTransaction } from "../../context.ts";
import type { OwedInvoice } from "../../mails/contract-mails.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { owedStates } from "./money-states.ts";

/** What an account owes, the oldest month first; one that is being charged for the first time included. */
export async function findOwed(
  tx: PortalTransaction,
  accountId: string,
): Promise<readonly OwedInvoice[]> {
  const owed = await tx
    .selectFrom("portal.invoice")
    .select(["number", "total"])
    .where("account_id", "=", accountId)
    .where("kind", "=", "invoice")
    .where("state", "in", owedStates)
    .orderBy("period")
    .execute();
  return owed.map(({ number, total }) => ({ number: shownNumber(number ?? 0), total }));
}
