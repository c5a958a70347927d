import holidays from "@holiday-jp/holiday_jp";
import { dueWorkingDays } from "@sekimori/karte-contract/constants";
import { overdueMost } from "@sekimori/karte-contract/priority";
import type { DueIn } from "@sekimori/karte-contract/priority-sentence";
import type { Severity } from "@sekimori/karte-contract/words";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";

/** Neither Saturday, Sunday, a holiday of Japan, nor the days around New Year on which nobody works. */
function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const isNewYear = /-(12-(29|30|31)|01-0[1-3])$/.test(day);
  return weekday !== 0 && weekday !== 6 && !isNewYear && !(day in holidays.holidays);
}

/**
 * The day that is so many working days after another, or before it where they are less than none; days of
 * Asia/Tokyo, "YYYY-MM-DD".
 */
export function workingDaysAfter(day: string, days: number): string {
  let at = Date.parse(day);
  for (let left = Math.abs(days); left > 0; ) {
    at += days < 0 ? -dayMs : dayMs;
    if (isWorkingDay(new Date(at).toISOString().slice(0, 10))) left -= 1;
  }
  return new Date(at).toISOString().slice(0, 10);
}

/** Until when a finding that is first seen now should be mended; undefined for what can wait. */
export function dueOn(severity: Severity, now: Date): string | undefined {
  const days = dueWorkingDays[severity];
  return days === null ? undefined : workingDaysAfter(tokyoDay(now), days);
}

/** Longer ago, or later, nobody counts: a person may set any day. */
const countedMs = 2 * 366 * dayMs;

/**
 * Working days after the first day up to the second, both "YYYY-MM-DD"; none where it is earlier. Of
 * more than two years the days of two are counted.
 */
export function workingDaysBetween(from: string, to: string): number {
  const end = Math.min(Date.parse(to), Date.parse(from) + countedMs);
  let days = 0;
  for (let at = Date.parse(from) + dayMs; at <= end; at += dayMs) {
    if (isWorkingDay(new Date(at).toISOString().slice(0, 10))) days += 1;
  }
  return days;
}

/**
 * How long there is until a due day, or how long it has passed.
 *
 * @param on "YYYY-MM-DD"; null for what has no date
 */
export function dueIn(on: string | null, now: Date): DueIn | null {
  if (on === null) return null;
  const today = tokyoDay(now);
  if (on === today) return { kind: "today" };
  return on > today
    ? { kind: "left", workingDays: workingDaysBetween(today, on) }
    : { kind: "overdue", workingDays: workingDaysBetween(on, today) };
}

/** Working days by which a due day has passed. */
export function overdueBy(on: string | null, now: Date): number {
  const due = dueIn(on, now);
  return due?.kind === "overdue" ? due.workingDays : 0;
}

/**
 * The day from which lateness weighs more than it does now; undefined where it never will.
 *
 * @param on "YYYY-MM-DD"; null for what has no date
 */
export function weighsMoreFrom(on: string | null, now: Date): string | undefined {
  if (on === null || overdueBy(on, now) >= overdueMost) return undefined;
  const today = tokyoDay(now);
  return workingDaysAfter(on > today ? on : today, 1);
}
