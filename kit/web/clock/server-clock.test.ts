import { expect, test, vi } from "vitest";
import { createServerClock } from "./server-clock.ts";

const at = (moment: string) => Date.parse(moment);
const browser = "2026-11-01T00:00:00.000Z";

test("is the browser's until an answer brings the server's", () => {
  const clock = createServerClock(() => at(browser));
  expect(clock.now()).toBe(at(browser));
  clock.learn("2028-01-01T00:00:00.000Z");
  expect(clock.now()).toBe(at("2028-01-01T00:00:00.000Z"));
  // Back again: the sandbox's clock can be put right.
  clock.learn(browser);
  expect(clock.now()).toBe(at(browser));
});

test.each([null, "", "yesterday"])("leaves alone what is no time: %s", (time) => {
  const clock = createServerClock(() => at(browser));
  clock.learn("2028-01-01T00:00:00.000Z");
  clock.learn(time);
  expect(clock.now()).toBe(at("2028-01-01T00:00:00.000Z"));
});

test("tells pages when it jumps and each minute, not of every answer's delay", () => {
  vi.useFakeTimers();
  try {
    const clock = createServerClock(() => at(browser));
    const heard = vi.fn();
    const stop = clock.subscribe(heard);
    clock.learn("2026-11-01T00:00:00.900Z");
    expect(heard).toHaveBeenCalledTimes(0);
    clock.learn("2026-11-02T00:00:00.000Z");
    expect(heard).toHaveBeenCalledTimes(1);
    expect(clock.turns()).toBe(1);
    vi.advanceTimersByTime(120_000);
    expect(heard).toHaveBeenCalledTimes(3);
    stop();
    vi.advanceTimersByTime(120_000);
    expect(heard).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
