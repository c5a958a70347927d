import { expect, test } from "vitest";
import { RetryAfter } from "./retry-after.ts";

test("doubles while the refusing goes on, to half a minute, and begins anew after a pause", () => {
  const advice = new RetryAfter();
  const at = (now: number) => advice.next(now, 0.5);
  const told = [0, 1_900, 2_100, 4_100, 6_100, 8_100, 10_100, 14_000, 18_000].map(at);
  expect(told).toEqual([1, 1, 2, 4, 8, 16, 30, 30, 30]);
  expect(at(23_100)).toBe(1);
});

test("is not the same for all of them, and never less than a second", () => {
  const told = [0, 0.25, 0.5, 0.75, 0.999].map((chance) => {
    const advice = new RetryAfter();
    for (let now = 0; now < 6_100; now += 1_000) advice.next(now, 0);
    return advice.next(6_100, chance);
  });
  expect(told).toEqual([4, 6, 8, 10, 12]);
  expect(new RetryAfter().next(0, 0)).toBe(1);
});
