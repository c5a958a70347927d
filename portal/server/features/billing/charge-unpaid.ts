import { enqueue } from "@sekimori/kit-server/jobs";
import type { CardAsked, CardRegistered } from "../payment/card-registered.ts";
import { requireShown } from "../plan/name-of-shown.ts";
import { chargeNow } from "./billing-jobs.ts";
import { owedAmounts } from "./pay-unpaid.ts";
import { lockUnpaidOf, tryOnItsDays, tryUnpaid } from "./unpaid-invoices.ts";

/** The button that takes a card names what it pays: another sum is shown first. */
export const requireOwedAsShown: CardAsked = async (tx, { accountId, shown }) => {
  const unpaid = await lockUnpaidOf(tx, accountId);
  requireShown(owedAmounts(unpaid), shown);
  return unpaid.map(({ id }) => id);
};

/**
 * What was unpaid is charged to a new card at once; of a card that a button took, only what the
 * button named. What failed since is tried on its days, also what waited for a card.
 */
export const chargeUnpaid: CardRegistered = async (tx, { accountId, now, owed }) => {
  const unpaid = await lockUnpaidOf(tx, accountId);
  const named = owed ? unpaid.filter(({ id }) => owed.includes(id)) : unpaid;
  const tried = await tryUnpaid(tx, named, now);
  await tryOnItsDays(
    tx,
    unpaid.filter(({ id }) => !tried.includes(id)),
    now,
  );
  if (tried.length > 0) await enqueue(tx, chargeNow, {});
};
