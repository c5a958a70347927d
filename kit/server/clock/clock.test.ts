import { afterEach, expect, test, vi } from "vitest";
import { movableClock, systemClock } from "./clock.ts";

afterEach(() => void vi.useRealTimers());

test("a movable clock goes where it is put, runs on, and returns", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const clock = movableClock();
  const moves: number[] = [];
  const end = clock.subscribe(() => moves.push(clock.offset()));
  clock.set(new Date("2030-01-01T00:00:00Z"));
  expect(clock.now()).toEqual(new Date("2030-01-01T00:00:00Z"));
  vi.advanceTimersByTime(1500);
  clock.advance(86_400_000);
  expect(clock.now().toISOString()).toBe("2030-01-02T00:00:01.500Z");
  clock.reset();
  expect(clock.now()).toEqual(systemClock.now());
  end();
  clock.advance(1000);
  expect(moves).toHaveLength(3);
  expect(moves[2]).toBe(0);
});
