import { defineJob } from "@sekimori/kit-server/jobs";
import { z } from "zod";

/** Bills whatever is due on a business date; any number of runs for one date bill it once. */
export const billDay = defineJob("portal.bill-day", z.object({ day: z.iso.date() }));

/** Tells the holder of a plan that it is back because what it was suspended for is void. */
export const tellResumed = defineJob(
  "portal.tell-resumed",
  z.object({ contract: z.uuid(), invoice: z.string() }),
);

/** Charges attempts that wait, without waiting for the next minute. */
export const chargeNow = defineJob("portal.charge-now", z.object({}));

/** Compares a day with the payment company's ledger once more. */
export const compareDay = defineJob("portal.compare-day", z.object({ day: z.iso.date() }));
