import { expect, test } from "vitest";
import { dueWarning, lastDayOfCard } from "./expiry-warning.ts";

test.each([
  [2028, 2, "2028-02-29"],
  [2027, 2, "2027-02-28"],
  [2026, 12, "2026-12-31"],
])("a card of %i-%i is good to %s", (year, month, day) => {
  expect(lastDayOfCard(year, month)).toBe(day);
});

test.each([
  // today, warned before, due
  ["2026-10-31", null, null],
  ["2026-11-01", null, 60],
  ["2026-11-02", 60, null],
  ["2026-12-01", 60, 30],
  ["2026-12-01", null, 30],
  ["2026-11-30", 60, null],
  ["2026-12-15", 30, null],
  ["2026-12-31", null, 30],
  ["2027-01-01", null, null],
  ["2027-01-01", 30, null],
] as const)("on %s, warned of %s days, the warning due is %s", (today, warned, due) => {
  expect(dueWarning("2026-12-31", warned, today)).toBe(due);
});
