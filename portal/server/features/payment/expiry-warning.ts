import { type CalendarDay, daysBetween, lastOfMonth } from "../plan/plan-dates.ts";

/** Days before a card's last day on which its holder is told. */
const warnings = [30, 60] as const;

export type ExpiryWarning = (typeof warnings)[number];

/** The last day on which a card is good. */
export function lastDayOfCard(year: number, month: number): CalendarDay {
  return lastOfMonth(`${year}-${String(month).padStart(2, "0")}-01`);
}

/**
 * Which warning is due for a card; one that was missed is not made up for once the next is due.
 *
 * @param warned the last one that its holder got
 */
export function dueWarning(
  lastDay: CalendarDay,
  warned: number | null,
  today: CalendarDay,
): ExpiryWarning | null {
  const left = daysBetween(today, lastDay);
  if (left < 0) return null;
  const due = warnings.find((days) => left <= days);
  return due === undefined || (warned !== null && warned <= due) ? null : due;
}
