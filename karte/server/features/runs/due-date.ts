import holidays from "@holiday-jp/holiday_jp";
import { dueWorkingDays } from "@sekimori/karte-contract/constants";
import type { Severity } from "@sekimori/karte-contract/words";
import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";

/** Neither Saturday, Sunday, a holiday of Japan, nor the days around New Year on which nobody works. */
function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const isNewYear = /-(12-(29|30|31)|01-0[1-3])$/.test(day);
  return weekday !== 0 && weekday !== 6 && !isNewYear && !(day in holidays.holidays);
}

/** The day that is so many working days after another; days of Asia/Tokyo, "YYYY-MM-DD". */
export function workingDaysAfter(day: string, days: number): string {
  let at = Date.parse(day);
  for (let left = days; left > 0; ) {
    at += dayMs;
    if (isWorkingDay(new Date(at).toISOString().slice(0, 10))) left -= 1;
  }
  return new Date(at).toISOString().slice(0, 10);
}

/** Until when a finding that is first seen now should be mended; undefined for what can wait. */
export function dueOn(severity: Severity, now: Date): string | undefined {
  const days = dueWorkingDays[severity];
  return days === null ? undefined : workingDaysAfter(tokyoDay(now), days);
}
