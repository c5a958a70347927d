import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import { chargeCreated } from "./charge-attempts.ts";
import { tryUnpaidOf } from "./unpaid-invoices.ts";
import { settleWaitingCharges } from "./waiting-charges.ts";

/**
 * The holder pays from My Page: everything that failed is tried once more on the card on file. A
 * second press while the first is under way begins nothing.
 *
 * @returns the issuer's page to go to where it asks for 3-D Secure; one of several, the others follow
 * @throws AppError CardRequired without a card
 */
export async function payUnpaid(context: PortalContext, accountId: string): Promise<string | null> {
  const { db, clock } = context;
  const tried = await transaction(db, async (tx) => {
    if (!(await findPresentCard(tx, accountId))) throw new AppError("CardRequired");
    return tryUnpaidOf(tx, accountId, clock.now(), "my-page");
  });
  for (const invoice of tried) await chargeCreated(context, invoice);
  return settleWaitingCharges(context, { account: accountId });
}
