import { expect, test } from "vitest";
import { nextTokyoMonth, tokyoDay, tokyoMonth } from "./tokyo.ts";

test.each([
  ["2026-11-30T14:59:59.999Z", "2026-11", "2026-11-30", "2026-11-30T15:00:00.000Z"],
  ["2026-11-30T15:00:00.000Z", "2026-12", "2026-12-01", "2026-12-31T15:00:00.000Z"],
  ["2026-12-31T15:00:00.000Z", "2027-01", "2027-01-01", "2027-01-31T15:00:00.000Z"],
  ["2028-02-29T00:00:00.000Z", "2028-02", "2028-02-29", "2028-02-29T15:00:00.000Z"],
])("%s is in %s", (at, month, day, next) => {
  const moment = new Date(at);
  expect(tokyoMonth(moment)).toBe(month);
  expect(tokyoDay(moment)).toBe(day);
  expect(nextTokyoMonth(moment).toISOString()).toBe(next);
});
