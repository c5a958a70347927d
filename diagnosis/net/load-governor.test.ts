import { describe, expect, it } from "vitest";
import type { Clock } from "./clock.ts";
import { DEFAULT_LOAD_LIMITS } from "./limits.ts";
import { LoadGovernor } from "./load-governor.ts";

/** A clock that jumps to the end of each sleep as soon as nothing else is to be done. */
function jumpingClock(): Clock {
  let time = 0;
  const sleepers: { at: number; wake: () => void }[] = [];
  const jump = () => {
    const next = sleepers.sort((left, right) => left.at - right.at).shift();
    if (!next) return;
    time = Math.max(time, next.at);
    next.wake();
  };
  return {
    now: () => time,
    monotonic: () => time,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        sleepers.push({ at: time + ms, wake: resolve });
        setImmediate(jump);
      }),
  };
}

const never = new AbortController().signal;

const mostInASecond = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length));

/** A clock whose every second sleep ends late, as on a busy machine. */
function lateClock(lateMs: number): Clock {
  const clock = jumpingClock();
  let lag = 0;
  return {
    ...clock,
    sleep: (ms, signal) => {
      lag = lateMs - lag;
      return clock.sleep(ms + lag, signal);
    },
  };
}

describe("LoadGovernor", () => {
  it("makes at most 5 connections a second to one address, whoever asks", async () => {
    const clock = jumpingClock();
    const governor = new LoadGovernor(DEFAULT_LOAD_LIMITS, clock);
    const times = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const release = await governor.socket("1.1.1.1", never);
        const at = clock.monotonic();
        release();
        return at;
      }),
    );
    expect(mostInASecond(times)).toBe(5);
  });

  it("makes at most 2 HTTP requests a second to one address", async () => {
    const clock = jumpingClock();
    const governor = new LoadGovernor(DEFAULT_LOAD_LIMITS, clock);
    for (let count = 0; count < 10; count += 1) await governor.request("1.1.1.1", never);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(4_500);
  });

  it("leaves room for what arrives unevenly", async () => {
    const clock = jumpingClock();
    const governor = new LoadGovernor(DEFAULT_LOAD_LIMITS, clock);
    const times: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      await governor.request("1.1.1.1", never);
      // One in four arrives late, so that the second after it is near.
      times.push(clock.monotonic() + (count % 4 === 0 ? 90 : 0));
    }
    expect(mostInASecond(times)).toBe(2);
  });

  it.each([
    ["requests", 2],
    ["connections", 5],
    ["questions", 20],
  ] as const)("keeps %s apart even where a busy machine wakes one late", async (kind, budget) => {
    const clock = lateClock(180);
    const governor = new LoadGovernor({ ...DEFAULT_LOAD_LIMITS, socketsPerAddress: 99 }, clock);
    const leave = {
      requests: () => governor.request("1.1.1.1", never),
      connections: () => governor.socket("1.1.1.1", never),
      questions: () => governor.question("1.1.1.1", never),
    }[kind];
    const times: number[] = [];
    await Promise.all(
      Array.from({ length: 3 * budget }, async () => {
        await leave();
        times.push(clock.monotonic());
      }),
    );
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000 / budget);
    expect(mostInASecond(times)).toBeLessThanOrEqual(budget);
  });

  it("holds at most 4 sockets to one address and hands freed ones on in order", async () => {
    const clock = jumpingClock();
    const governor = new LoadGovernor(DEFAULT_LOAD_LIMITS, clock);
    const held = [];
    for (let count = 0; count < 4; count += 1) held.push(await governor.socket("1.1.1.1", never));
    let fifth = false;
    const waiting = governor.socket("1.1.1.1", never).then((release) => {
      fifth = true;
      return release;
    });
    await governor.socket("1.1.1.2", never);
    expect(fifth).toBe(false);
    held[0]?.();
    (await waiting)();
    expect(fifth).toBe(true);
  });

  it("frees the place of a waiting scan that is cancelled", async () => {
    const clock = jumpingClock();
    const governor = new LoadGovernor({ ...DEFAULT_LOAD_LIMITS, socketsPerAddress: 1 }, clock);
    const release = await governor.socket("1.1.1.1", never);
    const stop = new AbortController();
    const waiting = governor.socket("1.1.1.1", stop.signal);
    stop.abort(new Error("stop"));
    await expect(waiting).rejects.toThrow("stop");
    release();
    await expect(governor.socket("1.1.1.1", never)).resolves.toBeTypeOf("function");
  });

  it("does not let one slow address delay another", async () => {
    const clock = jumpingClock();
    const governor = new LoadGovernor(DEFAULT_LOAD_LIMITS, clock);
    governor.distress("1.1.1.1");
    await governor.socket("1.1.1.2", never);
    expect(clock.monotonic()).toBe(0);
  });

  it("pauses after distress, longer each time, and then stays away", async () => {
    const clock = jumpingClock();
    const governor = new LoadGovernor(DEFAULT_LOAD_LIMITS, clock);
    const pauses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      governor.distress("1.1.1.1");
      const before = clock.monotonic();
      await governor.request("1.1.1.1", never);
      pauses.push(clock.monotonic() - before);
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000]);
    governor.distress("1.1.1.1");
    await expect(governor.request("1.1.1.1", never)).rejects.toMatchObject({ code: "busy" });
  });

  it("obeys Retry-After up to its limit, and forgets distress after a good answer", async () => {
    const clock = jumpingClock();
    const governor = new LoadGovernor(DEFAULT_LOAD_LIMITS, clock);
    governor.distress("1.1.1.1", 3_600_000);
    await governor.request("1.1.1.1", never);
    expect(clock.monotonic()).toBe(20_000);
    governor.ease("1.1.1.1");
    governor.distress("1.1.1.1");
    await governor.request("1.1.1.1", never);
    expect(clock.monotonic()).toBe(22_000);
  });
});
