import type { QueryValue } from "@sekimori/karte-contract/query/query";
import { dayMs, tokyoOffsetMs } from "@sekimori/kit-contract/tokyo";
import { workingDaysAfter } from "../../priorities/due-date.ts";

/** Days of Asia/Tokyo, "YYYY-MM-DD": from one on, and before another; without an end where it is left out. */
export interface DaySpan {
  readonly from?: string;
  readonly before?: string;
}

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Beyond these no calendar of ours goes. */
const earliest = "0001-01-01";
const latest = "9999-12-30";

function bounded(ms: number): string {
  if (Number.isNaN(ms) || ms > Date.parse(latest)) return latest;
  return ms < Date.parse(earliest) ? earliest : dayText(ms);
}

/** The same day of a later or earlier month; its last one where it has no such day. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(0);
  first.setUTCFullYear(year, month - 1 + months, 1);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(date, last.getUTCDate()));
  return bounded(first.getTime());
}

const daysAfter = (day: string, days: number) => bounded(Date.parse(day) + days * dayMs);

interface Calendar {
  readonly today: string;
  /** Whether a time without a sign lies ahead. */
  readonly looksAhead: boolean;
}

/** The day that an item of a query names. */
function pointOf(item: string, { today, looksAhead }: Calendar): string {
  const parts = /^([+-]?)(\d+)(d|w|mo|y|bd)$/.exec(item);
  if (parts === null) return item;
  const [, sign = "", count = "", unit = ""] = parts;
  const isAhead = sign === "" ? looksAhead : sign === "+";
  const steps = isAhead ? Number(count) : -Number(count);
  switch (unit) {
    case "bd":
      return workingDaysAfter(today, steps);
    case "mo":
      return monthsAfter(today, steps);
    case "y":
      return monthsAfter(today, steps * 12);
    default:
      return daysAfter(today, unit === "w" ? steps * 7 : steps);
  }
}

const next = (day: string) => daysAfter(day, 1);

/** Both days and those between them, whichever is the earlier. */
function between(one: string, other: string): DaySpan {
  const [from = one, to = other] = [one, other].toSorted();
  return { from, before: next(to) };
}

/**
 * The days that a value of a date means. A comparison is one of dates; without one a day is that day,
 * and a time from today is all of it: `7d` of what is to come are the next seven days.
 */
export function daysOf(
  value: Extract<QueryValue, { kind: "is" | "range" }>,
  calendar: Calendar,
): DaySpan {
  if (value.kind === "range") {
    return between(pointOf(value.from, calendar), pointOf(value.to, calendar));
  }
  const point = pointOf(value.item, calendar);
  switch (value.comparison) {
    case "=":
      return between(point, /^\d{4}-/.test(value.item) ? point : calendar.today);
    case "<":
      return { before: point };
    case "<=":
      return { before: next(point) };
    case ">":
      return { from: next(point) };
    case ">=":
      return { from: point };
  }
}

/** When a day begins in Asia/Tokyo. */
export const beginOf = (day: string): Date => new Date(Date.parse(day) - tokyoOffsetMs);
