import { expect, test } from "vitest";
import { nearestDot } from "./use-chosen-point.ts";

const dots = [10, 50, 60].map((x, index) => ({ x, y: 0, index }));

test.each([
  [0, 0],
  [10, 0],
  [31, 1],
  [54, 1],
  [56, 2],
  [900, 2],
])("the dot nearest to %i is number %i", (x, nearest) => {
  expect(nearestDot(dots, x)).toBe(nearest);
});

test("of nothing, none is nearest", () => {
  expect(nearestDot([], 5)).toBeUndefined();
});
