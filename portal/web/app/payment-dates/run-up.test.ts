import { expect, test } from "vitest";
import { hasRunUp } from "./run-up.ts";

test.each([
  ["2026-12-20", "2027-01-01", true],
  ["2026-12-30", "2027-01-01", true],
  ["2026-12-31", "2027-01-01", false],
  ["2027-01-01", "2027-02-01", true],
])("free until %s, charged on %s", (freeUntil, firstChargeOn, expected) => {
  expect(hasRunUp(freeUntil, firstChargeOn)).toBe(expected);
});
