import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import { requireShown } from "../plan/name-of-shown.ts";
import { chargeCreated } from "./charge-attempts.ts";
import { lockUnpaidOf, tryUnpaid } from "./unpaid-invoices.ts";
import { settleWaitingCharges } from "./waiting-charges.ts";

/** What `nameOfShown` names before a press that pays everything: which invoices, and how much. */
export const owedAmounts = (
  unpaid: readonly { readonly id: string; readonly total: number }[],
): object =>
  unpaid.map(({ id, total }) => ({ id, total })).toSorted((a, b) => a.id.localeCompare(b.id));

/**
 * The holder pays from My Page: everything that failed is tried once more on the card on file. A
 * second press while the first is under way begins nothing.
 *
 * @param shown what the screen called the amounts that it showed
 * @returns the issuer's page to go to where it asks for 3-D Secure; one of several, the others follow
 * @throws AppError CardRequired without a card, TermsChanged when something else is owed by now
 */
export async function payUnpaid(
  context: PortalContext,
  accountId: string,
  shown: string,
): Promise<string | null> {
  const { db, clock } = context;
  const tried = await transaction(db, async (tx) => {
    if (!(await findPresentCard(tx, accountId))) throw new AppError("CardRequired");
    const unpaid = await lockUnpaidOf(tx, accountId);
    // Paid meanwhile: nothing is charged, which nobody has to agree to.
    if (unpaid.length > 0) requireShown(owedAmounts(unpaid), shown);
    return tryUnpaid(tx, unpaid, clock.now(), "my-page");
  });
  for (const invoice of tried) await chargeCreated(context, invoice);
  return settleWaitingCharges(context, { account: accountId });
}
