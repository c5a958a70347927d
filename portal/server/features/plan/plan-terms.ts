import { freeScansPerMonth } from "@sekimori/portal-contract/constants";
import type { PlanId, PlanView } from "@sekimori/portal-contract/plans";
import { addMonths, type CalendarDay, firstBillingDay } from "./plan-dates.ts";

/** The operator's numbers for the paid plan. */
export interface PlanSettings {
  /** Yen a month, tax included. */
  readonly monthlyPrice: number;
  readonly taxPercent: number;
  readonly trialMonths: number;
}

/** What somebody who joins `plan` on `day` agrees to. */
export function termsOf(plan: PlanId, day: CalendarDay, settings: PlanSettings): PlanView {
  const freeUntil = plan === "free" ? null : addMonths(day, settings.trialMonths);
  const isCharged = plan === "detailed" && freeUntil !== null;
  return {
    id: plan,
    freeUntil,
    nextBillingOn: isCharged ? firstBillingDay(freeUntil) : null,
    monthlyPrice: isCharged ? settings.monthlyPrice : null,
    taxPercent: settings.taxPercent,
    scansPerMonth: plan === "detailed" ? null : freeScansPerMonth,
  };
}
