import { expect, test } from "vitest";
import { clockOf } from "./wait-clock.tsx";

test.each([
  [1, "0:01"],
  [59, "0:59"],
  [60, "1:00"],
  [1_800, "30:00"],
  [3_600, "1:00:00"],
  [10_799, "2:59:59"],
])("%i seconds are %s", (seconds, shown) => {
  expect(clockOf(seconds)).toBe(shown);
});
