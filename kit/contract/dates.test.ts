import { expect, test } from "vitest";
import { formatDay, formatMoment, formatMonth, formatMonthInYear } from "./dates.ts";

test.each([
  ["2026-11-01", "ja", "2026年11月1日"],
  ["2026-01-31", "en", "2026/01/31"],
] as const)("writes the day %s in %s as %s", (day, locale, written) => {
  expect(formatDay(day, locale)).toBe(written);
});

test.each([
  // 15:00 UTC is midnight of the next day in Tokyo.
  ["2026-10-31T15:00:00.000Z", "ja", "2026年11月1日 00:00"],
  ["2026-10-31T14:59:59.999Z", "en", "2026/10/31 23:59"],
  ["2026-12-31T20:05:00Z", "en", "2027/01/01 05:05"],
] as const)("writes the moment %s in %s as %s", (moment, locale, written) => {
  expect(formatMoment(moment, locale)).toBe(written);
});

test.each([
  ["2026-11-01", "ja", "2026年11月"],
  ["2027-01-31", "en", "January 2027"],
] as const)("writes the month of %s in %s as %s", (day, locale, written) => {
  expect(formatMonth(day, locale)).toBe(written);
});

test("refuses what is no calendar day", () => {
  expect(() => formatDay("2026/11/01", "ja")).toThrow(RangeError);
});

test.each([
  ["2026-11-01", "en", "Nov"],
  ["2026-01-31", "ja", "1月"],
] as const)("the month of %s below a chart (%s): %s", (day, locale, written) => {
  expect(formatMonthInYear(day, locale)).toBe(written);
});
