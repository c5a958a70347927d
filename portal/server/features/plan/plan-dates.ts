import { dayMs, tokyoDay } from "@sekimori/kit-contract/tokyo";

/** A calendar day in Asia/Tokyo as YYYY-MM-DD; days compare as text. */
export type CalendarDay = string;

/** The day on which `moment` falls in Tokyo. */
export const calendarDay: (moment: Date) => CalendarDay = tokyoDay;

function dayOf(year: number, month: number, day: number): CalendarDay {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function parts(day: CalendarDay): { year: number; month: number; day: number } {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return { year, month, day: date };
}

/** The same day `months` later, or the last of that month where it has no such day. */
export function addMonths(from: CalendarDay, months: number): CalendarDay {
  const { year, month, day } = parts(from);
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return dayOf(year, month + months, Math.min(day, lastOfMonth));
}

/** The day `days` later; earlier when negative. */
export function addDays(from: CalendarDay, days: number): CalendarDay {
  const { year, month, day } = parts(from);
  return dayOf(year, month, day + days);
}

/** Whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** The 1st of the day's month, which also names the month. */
export function firstOfMonth(day: CalendarDay): CalendarDay {
  return `${day.slice(0, 7)}-01`;
}

/** The last day of the day's month. */
export function lastOfMonth(day: CalendarDay): CalendarDay {
  const { year, month } = parts(day);
  return dayOf(year, month + 1, 0);
}

/** The first 1st of a month that lies after `day`: when billing begins. */
export function firstBillingDay(day: CalendarDay): CalendarDay {
  const { year, month } = parts(day);
  return dayOf(year, month + 1, 1);
}

/** The moment at which it is `hour` o'clock in Tokyo on a day; Japan has no summer time. */
export function tokyoMoment(day: CalendarDay, hour: number): Date {
  return new Date(Date.parse(`${day}T00:00:00+09:00`) + hour * 3_600_000);
}
