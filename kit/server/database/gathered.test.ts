import { expect, test } from "vitest";
import { gathered } from "./gathered.ts";

test("what is asked in one turn is done together, and each gets its own result", async () => {
  const calls: (readonly number[])[] = [];
  const double = gathered(async (items: readonly number[]) => {
    calls.push(items);
    return items.map((item) => item * 2);
  }, 3);
  const first = Promise.resolve(1).then(double);
  expect(await Promise.all([first, ...[2, 3, 4].map(double)])).toEqual([2, 4, 6, 8]);
  expect(await double(5)).toBe(10);
  expect(calls).toEqual([[2, 3, 4], [1], [5]]);
});

test("nobody fails by another's fault", async () => {
  const invert = gathered(async (items: readonly number[]) => {
    if (items.includes(0)) throw new Error("by zero");
    return items.map((item) => 1 / item);
  }, 8);
  const outcomes = await Promise.allSettled([1, 0, 2].map(invert));
  expect(
    outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : "failed")),
  ).toEqual([1, "failed", 0.5]);
});
