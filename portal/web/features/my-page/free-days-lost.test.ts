import { expect, test } from "vitest";
import { freeDaysLost } from "./free-days-lost.ts";

const ends = (endsOn: string) => ({ endsOn, deletesOn: "2027-02-01" });

test.each([
  ["in its first month", "trial", "2026-11-30", "2027-01-01", 31],
  ["in its last month", "trial", "2026-12-31", "2027-01-01", 0],
  ["across a leap day", "trial", "2028-01-31", "2028-03-01", 29],
  ["once it is charged", "active", "2026-11-30", "2027-01-01", 0],
  ["that is never charged", "trial", "2026-11-30", null, 0],
] as const)("a trial %s gives up as many free days", (_, state, last, next, lost) => {
  expect(freeDaysLost({ state, ifEndedToday: ends(last), nextBillingOn: next })).toBe(lost);
});
