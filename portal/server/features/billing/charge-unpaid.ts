import { enqueue } from "@sekimori/kit-server/jobs";
import type { CardRegistered } from "../payment/card-registered.ts";
import { chargeNow } from "./billing-jobs.ts";
import { lockUnpaidOf, tryUnpaid } from "./unpaid-invoices.ts";

/** What was unpaid is charged to a new card at once. */
export const chargeUnpaid: CardRegistered = async (tx, { accountId, now }) => {
  const tried = await tryUnpaid(tx, await lockUnpaidOf(tx, accountId), now);
  if (tried.length > 0) await enqueue(tx, chargeNow, {});
};
