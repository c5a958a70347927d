import { formatDay } from "@sekimori/kit-contract/dates";
import type { Localized } from "@sekimori/kit-contract/locale";
import { dayMs } from "@sekimori/kit-contract/tokyo";

/** Whether days lie between the last one of a trial and the first charge: nobody pays for them. */
export function hasDaysAfterTrial(trialEndsOn: string, firstChargeOn: string): boolean {
  return Date.parse(firstChargeOn) - Date.parse(trialEndsOn) > dayMs;
}

/** The last day on which ending the plan costs nothing. */
export const lastFreeDay = (firstChargeOn: string): string =>
  new Date(Date.parse(firstChargeOn) - dayMs).toISOString().slice(0, 10);

/** What the final confirmation and the mail of the application say of these days. */
export const daysAfterTrial = (firstChargeOn: string): Localized => ({
  ja: `無料期間の終了後も、初回のご請求日（${formatDay(firstChargeOn, "ja")}）の前日までは料金がかかりません。`,
  en: `The days after your trial are free too, until your first charge on ${formatDay(firstChargeOn, "en")}.`,
});
