import { secondFactorLooksPerDay } from "@sekimori/portal-contract/constants";
import { expect, test } from "vitest";
import { waitBeforeLook } from "./second-factor-budget.ts";

const start = new Date("2026-01-01T00:00:00Z");
const minute = 60_000;

test.each([
  [0, 0],
  [4, 0],
  [5, minute],
  [9, minute],
  [10, 5 * minute],
  [15, 30 * minute],
  [20, 180 * minute],
  [10_000, 180 * minute],
])("after %i failures the next look waits %i ms", (failures, expected) => {
  expect(waitBeforeLook({ failures, last_failed_at: start }, start)).toBe(expected);
});

test("nobody waits who has not failed, or has waited", () => {
  expect(waitBeforeLook(undefined, start)).toBe(0);
  const later = new Date(start.getTime() + minute);
  expect(waitBeforeLook({ failures: 5, last_failed_at: start }, later)).toBe(0);
});

test("whoever looks as soon as it is allowed gets the declared number in a day, and no more", () => {
  let now = start.getTime();
  let failures = 0;
  for (;;) {
    const guesses = { failures, last_failed_at: new Date(now) };
    now += failures === 0 ? 0 : waitBeforeLook(guesses, new Date(now));
    if (now >= start.getTime() + 24 * 60 * minute) break;
    failures += 1;
  }
  expect(failures).toBeLessThanOrEqual(secondFactorLooksPerDay);
});
