import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createHeldRefusals } from "./held-refusals.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("held refusals", () => {
  test("are answered after a quarter of a second to a second, by chance", () => {
    const chances = [0, 0.5, 0.999];
    const held = createHeldRefusals(() => chances.shift() ?? 0);
    const answered: number[] = [];
    const began = Date.now();
    for (let n = 0; n < 3; n += 1) held.hold(() => answered.push(Date.now() - began));
    expect(held.size).toBe(3);
    vi.advanceTimersByTime(5_000);
    expect(answered).toEqual([250, 625, 999]);
    expect(held.size).toBe(0);
  });

  test("of a crowd are let go a thousand a second", () => {
    const held = createHeldRefusals();
    let answered = 0;
    // Each client asks again as soon as it is answered.
    const ask = () =>
      held.hold(() => {
        answered += 1;
        ask();
      });
    for (let n = 0; n < 5_000; n += 1) ask();
    vi.advanceTimersByTime(10_000);
    answered = 0;
    vi.advanceTimersByTime(10_000);
    expect(answered / 10).toBeGreaterThan(700);
    expect(answered / 10).toBeLessThan(1_300);
  });

  test("are never more than ten thousand: the first is let go for the next", () => {
    const held = createHeldRefusals();
    const answered: number[] = [];
    for (let n = 0; n < 10_003; n += 1) held.hold(() => answered.push(n));
    expect(held.size).toBe(10_000);
    expect(answered).toEqual([0, 1, 2]);
  });

  test("of clients that have gone are forgotten, and the rest answered at the end", () => {
    const held = createHeldRefusals();
    const answered: string[] = [];
    const forget = held.hold(() => answered.push("gone"));
    held.hold(() => answered.push("there"));
    forget();
    expect(held.size).toBe(1);
    held.release();
    expect(answered).toEqual(["there"]);
    vi.advanceTimersByTime(5_000);
    expect(answered).toEqual(["there"]);
  });
});
