import { expect, test } from "vitest";
import { movableClock, systemClock } from "./clock.ts";

test("a movable clock goes where it is put, runs on, and returns", () => {
  const clock = movableClock();
  const moves: number[] = [];
  const end = clock.subscribe(() => moves.push(clock.offset()));
  clock.set(new Date("2030-01-01T00:00:00Z"));
  expect(clock.now().getTime() - Date.parse("2030-01-01T00:00:00Z")).toBeLessThan(1000);
  clock.advance(86_400_000);
  expect(clock.now().toISOString()).toMatch(/^2030-01-02T00:00:0/);
  clock.reset();
  expect(Math.abs(clock.now().getTime() - systemClock.now().getTime())).toBeLessThan(1000);
  end();
  clock.advance(1000);
  expect(moves).toHaveLength(3);
  expect(moves[2]).toBe(0);
});
