import { dayMs } from "@sekimori/kit-contract/tokyo";
import { recoveryDelayMs } from "@sekimori/portal-contract/constants";

/** When the owner is mailed, from the start: at once, each day, and when the delay is over. */
const mailedAfter = [0, dayMs, 2 * dayMs, recoveryDelayMs] as const;

export const recoveryMails = mailedAfter.length;

/** How many of a delay's mails should have gone out by now. */
export const mailsDue = (startedAt: Date, now: Date): number =>
  mailedAfter.filter((after) => startedAt.getTime() + after <= now.getTime()).length;
