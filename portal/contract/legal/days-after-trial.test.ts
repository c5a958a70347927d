import { expect, test } from "vitest";
import { hasDaysAfterTrial } from "./days-after-trial.ts";

test.each([
  ["2026-12-20", "2027-01-01", true],
  ["2026-12-30", "2027-01-01", true],
  ["2026-12-31", "2027-01-01", false],
  ["2027-01-01", "2027-02-01", true],
])("a trial until %s, charged on %s", (trialEndsOn, firstChargeOn, expected) => {
  expect(hasDaysAfterTrial(trialEndsOn, firstChargeOn)).toBe(expected);
});
