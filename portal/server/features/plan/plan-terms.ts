import { planEntitlements } from "@sekimori/portal-contract/entitlements";
import type { PlanId } from "@sekimori/portal-contract/plans";
import {
  addDays,
  addMonths,
  type CalendarDay,
  firstBillingDay,
  firstOfMonth,
} from "./plan-dates.ts";
import { nextPrice, type PlanPrice, priceOn } from "./plan-prices.ts";

/** What somebody who joins a plan on a day agrees to. */
export interface PlanStart {
  readonly plan: PlanId;
  readonly startedOn: CalendarDay;
  /** The last day without charge; null when the first day is charged, or the plan never charges. */
  readonly freeUntil: CalendarDay | null;
  /** Whether those free days are a trial, which an account and a card have once. */
  readonly hasTrial: boolean;
  /** The first charge; null when nothing is ever charged. */
  readonly firstBillingOn: CalendarDay | null;
  /** Yen a month with tax at the first charge. */
  readonly monthlyPrice: number | null;
  readonly taxPercent: number;
  /** A price that is announced for after the first charge. */
  readonly announcedPrice: Pick<PlanPrice, "effectiveOn" | "monthlyPrice"> | null;
  readonly scansPerMonth: number | null;
}

export interface StartConditions {
  readonly prices: readonly PlanPrice[];
  /** Months of a trial; 0: none. */
  readonly trialMonths: number;
  /** False when the account or the card has had its trial. */
  readonly mayTry: boolean;
  /**
   * False when the account left this plan before it was ever charged: the days up to the next 1st
   * are given once, or coming back every month would never cost anything.
   */
  readonly hasFreeDays: boolean;
}

/** Manual scans that a plan gives in a month; null: no limit. */
export function scansPerMonth(plan: PlanId): number | null {
  return planEntitlements[plan].manualRunsPerMonth;
}

function freeUntilOf(plan: PlanId, day: CalendarDay, conditions: StartConditions) {
  const isTrial = plan !== "free" && conditions.mayTry && conditions.trialMonths > 0;
  if (isTrial) return { hasTrial: true, freeUntil: addMonths(day, conditions.trialMonths) };
  const isRunUp = plan === "detailed" && conditions.hasFreeDays && day !== firstOfMonth(day);
  return { hasTrial: false, freeUntil: isRunUp ? addDays(firstBillingDay(day), -1) : null };
}

/**
 * The one calendar of beginnings: a trial, else the free days up to the next 1st, then a charge on
 * the first 1st after the free days.
 */
export function startOf(plan: PlanId, day: CalendarDay, conditions: StartConditions): PlanStart {
  const { hasTrial, freeUntil } = freeUntilOf(plan, day, conditions);
  const firstBillingOn =
    plan !== "detailed" ? null : freeUntil === null ? day : firstBillingDay(freeUntil);
  const price = priceOn(conditions.prices, plan, firstBillingOn ?? day);
  const next = firstBillingOn && nextPrice(conditions.prices, plan, firstBillingOn);
  return {
    plan,
    startedOn: day,
    freeUntil,
    hasTrial,
    firstBillingOn,
    monthlyPrice: firstBillingOn === null ? null : price.monthlyPrice,
    taxPercent: price.taxPercent,
    announcedPrice: next
      ? { effectiveOn: next.effectiveOn, monthlyPrice: next.monthlyPrice }
      : null,
    scansPerMonth: scansPerMonth(plan),
  };
}
