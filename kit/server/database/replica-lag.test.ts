import { expect, test } from "vitest";
import { positionOf, ReplicaLag, usualPace } from "./replica-lag.ts";

test("a place in the log is read as PostgreSQL writes it, and as a cookie holds it", () => {
  expect(positionOf("16/B374D848")).toBe(0x16b374d848n);
  expect(positionOf("16-B374D848")).toBe(0x16b374d848n);
  expect(positionOf("0/0")).toBe(0n);
  for (const none of ["", "16", "/", "g/1", "1/123456789"]) {
    expect(positionOf(none)).toBeUndefined();
  }
});

/** At each second what the primary and the replica say; what would hinder a reader then. */
function told(...looks: readonly (readonly [second: number, primary: number, replica: number])[]) {
  const lag = new ReplicaLag(usualPace);
  let at = 0;
  for (const [second, primary, replica] of looks) {
    at = second * 1000;
    lag.primarySaid(BigInt(primary), at);
    lag.replicaSaid(BigInt(replica), at);
  }
  return {
    lag: (second: number) => lag.lagMs(second * 1000),
    hindrance: (second = at / 1000, own?: number) =>
      lag.hindrance({ own: own === undefined ? undefined : BigInt(own) }, second * 1000),
  };
}

test("nothing is known of a replica that was not asked", () => {
  expect(told().hindrance()).toBe("away");
  // It has not come as far as anything that was asked about.
  expect(told([0, 100, 90]).hindrance()).toBe("away");
});

test("one that has all is in time, also where nothing happens", () => {
  const idle = told([0, 100, 100], [1, 100, 100], [60, 100, 100]);
  expect([idle.lag(60), idle.hindrance()]).toEqual([0, undefined]);
});

test("its answers are as old as the last moment of which it has everything", () => {
  const behind = told([0, 100, 100], [1, 200, 150], [2, 300, 200], [3, 400, 250]);
  expect([behind.lag(3), behind.hindrance()]).toEqual([2000, undefined]);
});

test("it is left out above five seconds, whether it stands still or is not looked at", () => {
  const still = told([0, 100, 100], [1, 200, 100], [6, 300, 100]);
  expect([still.lag(6), still.hindrance()]).toEqual([6000, "late"]);
  expect(told([0, 100, 100]).hindrance(5.1)).toBe("late");
});

test("it comes back after thirty seconds below two, and not while it goes up and down", () => {
  const late = [
    [0, 100, 100],
    [6, 200, 100],
  ] as const;
  expect(told(...late, [7, 200, 200], [36, 200, 200]).hindrance()).toBe("late");
  expect(told(...late, [7, 200, 200], [37, 200, 200]).hindrance()).toBeUndefined();
  const wavers = [
    [7, 200, 200],
    [20, 300, 200],
    [23, 300, 300],
  ] as const;
  expect(told(...late, ...wavers, [37, 300, 300]).hindrance()).toBe("late");
  expect(told(...late, ...wavers, [53, 300, 300]).hindrance()).toBeUndefined();
});

test("whoever has just changed something waits for the replica to have it", () => {
  const one = told([0, 100, 100]);
  expect(one.hindrance(0, 100)).toBeUndefined();
  expect(one.hindrance(0, 101)).toBe("own_write");
});

test("and whoever heard of a change, for the replica to have all up to then", () => {
  const lag = new ReplicaLag(usualPace);
  lag.primarySaid(100n, 1000);
  lag.replicaSaid(100n, 1010);
  expect(lag.hindrance({ since: 999 }, 1500)).toBeUndefined();
  expect(lag.hindrance({ since: 1001 }, 1500)).toBe("own_write");
});

test("after it was away nothing is known, and it has to prove itself", () => {
  const lag = new ReplicaLag(usualPace);
  const look = (at: number) => {
    lag.primarySaid(100n, at);
    lag.replicaSaid(100n, at);
  };
  look(0);
  lag.isAway();
  expect(lag.hindrance({}, 1)).toBe("away");
  look(1000);
  expect(lag.hindrance({}, 1000)).toBe("late");
  look(31_000);
  expect(lag.hindrance({}, 31_000)).toBeUndefined();
});

test("when another server takes writes, only what no replica has said yet tells how late one is", () => {
  const lag = new ReplicaLag({ ...usualPace, backAfterMs: 0 });
  const look = (at: number, primary: bigint, replica: bigint) => {
    lag.primarySaid(primary, at);
    lag.replicaSaid(replica, at);
    return lag.hindrance({}, at);
  };
  expect(look(0, 100n, 120n)).toBeUndefined();
  lag.primaryChanged();
  // The replica was sent up to 120 by the one before, which this one never had.
  expect(look(1, 110n, 120n)).toBe("away");
  expect(look(2, 120n, 120n)).toBe("away");
  expect(look(3, 121n, 120n)).toBe("away");
  expect(look(4, 121n, 121n)).toBeUndefined();
});
