import { expect, it } from "vitest";
import { rankCorrelation } from "./rank-correlation.ts";

const pairs = (...list: readonly (readonly [number, number])[]) =>
  list.map(([ours, theirs]) => ({ ours, theirs }));

it.each([
  ["the same order", pairs([10, 1], [20, 5], [90, 6]), 1],
  ["the opposite order", pairs([10, 6], [20, 5], [90, 1]), -1],
  ["equal numbers share their ranks", pairs([1, 1], [2, 2], [2, 3], [3, 4]), 0.949],
  ["two changed places", pairs([1, 2], [2, 1], [3, 3], [4, 4]), 0.8],
])("%s", (_name, list, expected) => {
  expect(rankCorrelation(list)).toBeCloseTo(expected, 3);
});

it("cannot be told where one says the same of all", () => {
  expect(rankCorrelation(pairs([1, 5], [2, 5]))).toBeNull();
});
