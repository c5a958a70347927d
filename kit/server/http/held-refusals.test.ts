import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createHeldRefusals } from "./held-refusals.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers a second while so many clients ask again as soon as they are answered. */
function answersASecond(clients: number, hasRoom = false): number {
  const held = createHeldRefusals(() => hasRoom);
  let answered = 0;
  const ask = () =>
    held.hold(() => {
      answered += 1;
      ask();
    });
  for (let n = 0; n < clients; n += 1) ask();
  vi.advanceTimersByTime(20_000);
  answered = 0;
  vi.advanceTimersByTime(10_000);
  return answered / 10;
}

describe("held refusals", () => {
  test("are answered after a quarter of a second to a second, by chance", () => {
    const chances = [0, 0.5, 0.999];
    const held = createHeldRefusals(undefined, () => chances.shift() ?? 0);
    const answered: number[] = [];
    const began = Date.now();
    for (let n = 0; n < 3; n += 1) held.hold(() => answered.push(Date.now() - began));
    expect(held.size).toBe(3);
    vi.advanceTimersByTime(5_000);
    expect(answered).toEqual([250, 625, 1_000]);
    expect(held.size).toBe(0);
  });

  test.for([400, 1_000, 3_000])(
    "of %i clients that ask again at once are let go four hundred a second",
    (clients) => {
      expect(answersASecond(clients)).toBeGreaterThan(370);
      expect(answersASecond(clients)).toBeLessThanOrEqual(401);
    },
  );

  test("of a crowd too large for that are let go within eight seconds", () => {
    const held = createHeldRefusals();
    const waits: number[] = [];
    const began = Date.now();
    const ask = () => held.hold(() => undefined);
    for (let n = 0; n < 9_000; n += 1) {
      held.hold(() => {
        waits.push(Date.now() - began);
        ask();
      });
    }
    vi.advanceTimersByTime(9_000);
    expect(waits).toHaveLength(9_000);
    expect(Math.max(...waits)).toBeGreaterThan(7_000);
    held.release();
  });

  test("go sooner while there is room again, and as soon as those before them have left", () => {
    expect(answersASecond(3_000, true)).toBeGreaterThan(950);
    const held = createHeldRefusals();
    const forget = Array.from({ length: 3_000 }, () => held.hold(() => undefined));
    let isAnswered = false;
    held.hold(() => {
      isAnswered = true;
    });
    vi.advanceTimersByTime(1_100);
    expect(isAnswered).toBe(false);
    for (const go of forget) go();
    vi.advanceTimersByTime(25);
    expect(isAnswered).toBe(true);
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
