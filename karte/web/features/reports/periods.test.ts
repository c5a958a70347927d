import { expect, test } from "vitest";
import { daysOf, type PeriodChoice } from "./periods.ts";

const cases: readonly [Exclude<PeriodChoice, "other">, string, string, string][] = [
  ["last-30", "2026-11-22T00:00:00Z", "2026-10-24", "2026-11-22"],
  ["last-90", "2026-11-22T00:00:00Z", "2026-08-25", "2026-11-22"],
  // In Tokyo the next day has begun.
  ["this-month", "2026-11-30T15:00:00Z", "2026-12-01", "2026-12-01"],
  ["last-month", "2026-11-30T15:00:00Z", "2026-11-01", "2026-11-30"],
  ["last-month", "2028-03-10T00:00:00Z", "2028-02-01", "2028-02-29"],
];

test.each(cases)("%s at %s is %s to %s", (choice, now, from, to) => {
  expect(daysOf(choice, new Date(now))).toEqual({ from, to });
});
