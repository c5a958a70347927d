import { lateChargePercent } from "@sekimori/portal-contract/constants";
import { type CalendarDay, daysBetween } from "../plan/plan-dates.ts";

/** How the tax contained in an invoice's total becomes whole yen; once per invoice and rate. */
export type TaxRounding = "floor" | "round" | "ceil";

/**
 * The consumption tax contained in an amount: amount × rate ÷ (100 + rate).
 *
 * @param amount yen with tax
 * @param percent a whole rate in per cent
 */
export function includedTax(amount: number, percent: number, rounding: TaxRounding): number {
  const numerator = amount * percent;
  const denominator = 100 + percent;
  const whole = Math.floor(numerator / denominator);
  const rest = numerator % denominator;
  if (rest === 0 || rounding === "floor") return whole;
  return rounding === "ceil" || rest * 2 >= denominator ? whole + 1 : whole;
}

/**
 * The late charge on a principal that was due on one day and paid on another: 14.6 % a year of 365
 * days, from the day after the due date, floored to yen, never on itself.
 */
export function lateCharge(
  principal: number,
  dueOn: CalendarDay,
  paidOn: CalendarDay,
): { readonly days: number; readonly amount: number } {
  const days = Math.max(0, daysBetween(dueOn, paidOn));
  const perMille = Math.round(lateChargePercent * 10);
  return { days, amount: Math.floor((principal * perMille * days) / (1_000 * 365)) };
}
