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

/** Who has had the one trial: the account, or the card in whichever account. */
export type TrialUser = "account" | "card";

/** What somebody who joins a plan on a day agrees to. */
export interface PlanStart {
  readonly plan: PlanId;
  readonly startedOn: CalendarDay;
  /** The last day without charge; null when the first day is charged, or the plan never charges. */
  readonly freeUntil: CalendarDay | null;
  /** Whether those free days are a trial, which an account and a card have once. */
  readonly hasTrial: boolean;
  /** Why there is no trial, where the plan has one for others; null where it is given. */
  readonly trialUsedBy: TrialUser | null;
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
  /** Null when neither the account nor the card has had its trial. */
  readonly trialUsedBy: TrialUser | null;
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
  const { trialMonths } = conditions;
  const trialUsedBy = plan === "free" || trialMonths === 0 ? null : conditions.trialUsedBy;
  if (plan !== "free" && trialMonths > 0 && trialUsedBy === null) {
    return { hasTrial: true, trialUsedBy, freeUntil: addMonths(day, trialMonths) };
  }
  const isRunUp = plan === "detailed" && conditions.hasFreeDays && day !== firstOfMonth(day);
  const freeUntil = isRunUp ? addDays(firstBillingDay(day), -1) : null;
  return { hasTrial: false, trialUsedBy, freeUntil };
}

/**
 * The one calendar of beginnings: a trial, else the free days up to the next 1st, then a charge on
 * the first 1st after the free days.
 */
export function startOf(plan: PlanId, day: CalendarDay, conditions: StartConditions): PlanStart {
  const { hasTrial, trialUsedBy, freeUntil } = freeUntilOf(plan, day, conditions);
  const firstBillingOn =
    plan !== "detailed" ? null : freeUntil === null ? day : firstBillingDay(freeUntil);
  const price = priceOn(conditions.prices, plan, firstBillingOn ?? day);
  const next = firstBillingOn && nextPrice(conditions.prices, plan, firstBillingOn);
  return {
    plan,
    startedOn: day,
    freeUntil,
    hasTrial,
    trialUsedBy,
    firstBillingOn,
    monthlyPrice: firstBillingOn === null ? null : price.monthlyPrice,
    taxPercent: price.taxPercent,
    announcedPrice: next
      ? { effectiveOn: next.effectiveOn, monthlyPrice: next.monthlyPrice }
      : null,
    scansPerMonth: scansPerMonth(plan),
  };
}
