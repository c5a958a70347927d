import { enqueue } from "@sekimori/kit-server/jobs";
import type { CardAsked, CardRegistered } from "../payment/card-registered.ts";
import { requireShown } from "../plan/name-of-shown.ts";
import { chargeNow } from "./billing-jobs.ts";
import { owedAmounts } from "./pay-unpaid.ts";
import { lockUnpaidOf, tryUnpaid } from "./unpaid-invoices.ts";

/** The button that takes a card names what it pays: another sum is shown first. */
export const requireOwedAsShown: CardAsked = async (tx, { accountId, shown }) =>
  requireShown(owedAmounts(await lockUnpaidOf(tx, accountId)), shown);

/** What was unpaid is charged to a new card at once. */
export const chargeUnpaid: CardRegistered = async (tx, { accountId, now }) => {
  const tried = await tryUnpaid(tx, await lockUnpaidOf(tx, accountId), now);
  if (tried.length > 0) await enqueue(tx, chargeNow, {});
};
