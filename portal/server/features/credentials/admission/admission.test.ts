import { seededNumbers } from "@sekimori/kit-development/testing/seeded-numbers";
import { describe, expect, test } from "vitest";
import { Admission, type PasswordClass } from "./admission.ts";
import {
  type Disturbance,
  type Ended,
  type Loop,
  type Outcome,
  type Scene,
  SimulatedMachine,
  type Stream,
} from "./simulated-machine.ts";

const seeds = Number(process.env.SEKIMORI_SEEDS ?? 500);
const firstSeed = Number(process.env.SEKIMORI_SEED ?? 1);

const begins = 3_000;

/** Everyday people all the time, and once something happens that passes: `over` says when. */
function sceneOf(seed: number): Scene & { readonly over: number; readonly offered: number } {
  const random = seededNumbers(seed);
  const one = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const between = (least: number, most: number) => least + random() * (most - least);
  const threads = one([1, 2, 3]);
  const speed = between(20, 80);
  const load = one([0.5, 0.7, 0.9]);
  const over = begins + between(500, 5_000);
  // Long enough for whoever came together to be served; that takes most of the time of this test.
  const until = over + (seed % 4 === 0 ? 26_000 : 11_000);
  const span = { from: begins, to: over };
  const strangersShare = one([0, 0.2, 0.5]);
  const capacity = threads * speed;
  const offered = load * capacity;
  const everyday: Stream[] = [
    { is: "known", perSecond: offered * (1 - strangersShare), from: 0, to: until },
    { is: "stranger", perSecond: offered * strangersShare, from: 0, to: until },
  ];
  // Without being held a few are as loud as thousands.
  const [held, clients] = one([
    [5, 32],
    [100, 320],
    [600, 3_200],
  ] as const);
  const flood = (is: "known" | "stranger"): Loop => ({
    ...span,
    is,
    clients,
    held,
  });
  const neighbours: Disturbance = { ...span, kind: "neighbours", share: one([0.5, 0.2, 0.1]) };
  const disturbances: Disturbance[] = [];
  const streams = everyday.filter(({ perSecond }) => perSecond > 0);
  const loops: Loop[] = [];
  switch (one(["neighbours", "burst", "stopped", "database", "strangers", "known", "all"])) {
    case "neighbours":
      disturbances.push(neighbours);
      break;
    case "burst":
      streams.push({ ...span, is: one(["known", "stranger"]), perSecond: 5 * offered });
      break;
    case "stopped":
      disturbances.push({ ...span, kind: "stopped" });
      break;
    case "database":
      disturbances.push({ ...span, kind: "database" });
      break;
    case "strangers":
      loops.push(flood("stranger"));
      break;
    case "known":
      loops.push(flood("known"));
      break;
    default:
      disturbances.push(neighbours);
      loops.push(flood("stranger"), flood("known"));
  }
  return { threads, speed, disturbances, streams, loops, until, random, over, offered };
}

/** Of people who came by chance, who is refused, dropped, or has left, of a class and time. */
const failed = (ended: readonly Ended[], from: number, to: number) =>
  ended.filter(
    ({ isPerson, came, how }) => isPerson && came >= from && came < to && how !== "hashed",
  );
const people = (ended: readonly Ended[], from: number, to: number) =>
  ended.filter(({ isPerson, came }) => isPerson && came >= from && came < to);

function tooManyFail(ended: readonly Ended[], from: number): string | undefined {
  const came = people(ended, from, from + 5_000).length;
  const share = failed(ended, from, from + 5_000).length / Math.max(1, came);
  return share > 0.05 ? `${share} of ${came} fail` : undefined;
}

type Complaint = (scene: ReturnType<typeof sceneOf>, outcome: Outcome) => string | undefined;

const complaints: Readonly<Record<string, Complaint>> = {
  "a thread rests although somebody is ready": (_, { idleMoments }) =>
    idleMoments > 0 ? `${idleMoments} times` : undefined,

  "a known member is refused who would wait less than a second": ({ disturbances }, { ended }) => {
    // Nobody can know how much faster it will be, in the moment in which it becomes so.
    const grewFaster = (at: number) => disturbances.some(({ to }) => at >= to && at < to + 500);
    const wrongly = ended.filter(
      ({ is, how, at, trueWait = 0 }) =>
        is === "known" && how === "refused" && trueWait < 1_000 && !grewFaster(at),
    );
    return wrongly.length > 0
      ? `${wrongly.length}, at ${wrongly[0]?.at}, ${wrongly[0]?.trueWait} ms`
      : undefined;
  },

  "strangers take more than a slot in eight from known members, or less": (_, { hashes }) => {
    const contested = hashes.filter(({ wereBothReady }) => wereBothReady);
    const strangers = contested.filter(({ is }) => is === "stranger").length;
    let [row, longest] = [0, 0];
    for (const { is, wereBothReady } of hashes) {
      row = is === "known" && wereBothReady ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    // Seven before they are due, and eight that go together.
    if (longest > 15) return `${longest} known members in a row`;
    const isMore = contested.length >= 100 && strangers / contested.length > 0.145;
    return isMore ? `${strangers} of ${contested.length}` : undefined;
  },

  "somebody waits much longer than is any use": (_, { ended }) => {
    const longest = ended
      .filter(({ how, is }) => how === "hashed" && is === "known")
      .reduce((most, { came, at }) => Math.max(most, at - came), 0);
    return longest > 10_500 ? `${longest} ms` : undefined;
  },

  "known members are not all served again five seconds after": ({ over }, { ended }) =>
    tooManyFail(
      ended.filter(({ is }) => is === "known"),
      over + 5_000,
    ),

  // While known members work off what came together, strangers have their slot and no more.
  "not everybody is served again twenty seconds after": ({ over, until }, { ended }) =>
    until > over + 25_000 ? tooManyFail(ended, over + 20_000) : undefined,

  "hashes go to people who have left": (_, { ended, hashes }) => {
    const useful = ended.filter(({ how }) => how === "hashed").length;
    return hashes.length > 1.1 * useful + 20 ? `${hashes.length} for ${useful}` : undefined;
  },
};

test(`in ${seeds} histories of neighbours, bursts, floods and pauses nothing goes wrong for long`, () => {
  const found: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const scene = sceneOf(seed);
    const outcome = new SimulatedMachine(scene).run();
    for (const [name, complaint] of Object.entries(complaints)) {
      const what = complaint(scene, outcome);
      if (what !== undefined) found.push(`seed ${seed}: ${name}: ${what}`);
    }
  }
  expect(found.slice(0, 20)).toEqual([]);
}, 300_000);

/** A rule with people at its door; each is ready as soon as it is inside. */
function ruleWith(threads: number) {
  const rule = new Admission<string>(threads);
  const come = (is: PasswordClass, count: number, now: number) => {
    let refused = 0;
    for (let n = 0; n < count; n += 1) {
      const visit = rule.enter(is, now);
      if (visit === undefined) refused += 1;
      else if (is === "known") rule.ready(visit, is, now);
    }
    return refused;
  };
  const letIn = (now: number) => {
    const settled = rule.settle(now);
    for (const visit of settled.letIn) rule.ready(visit, "stranger", now);
    return settled;
  };
  /** Looks as often as the queue does. */
  const pass = (from: number, to: number) => {
    for (let now = from; now <= to; now += 100) letIn(now);
  };
  return { rule, come, letIn, pass };
}

describe("a thread", () => {
  test("takes eight known members together, four strangers, and fewer when hashes take long", () => {
    const { rule, come, letIn } = ruleWith(2);
    come("known", 40, 0);
    come("stranger", 40, 0);
    letIn(0);
    expect(rule.nextBatch(0).map(({ is }) => is)).toEqual(Array(8).fill("known"));
    const slow = ruleWith(2);
    slow.come("known", 100, 0);
    // Two threads finish two hashes a second each.
    for (let now = 0; now < 3_000; now += 500) {
      const batches = [slow.rule.nextBatch(now), slow.rule.nextBatch(now)];
      for (let later = now; later <= now + 500; later += 100) slow.letIn(later);
      for (const batch of batches) slow.rule.done(batch.slice(0, 1), now + 500);
    }
    expect(slow.rule.nextBatch(3_000)).toHaveLength(1);
    const strangers = ruleWith(2);
    strangers.come("stranger", 40, 0);
    strangers.letIn(0);
    expect(strangers.rule.nextBatch(0)).toHaveLength(4);
  });
});

describe("strangers", () => {
  test("are let in eight for each thread, first come first served, and the last first in a crowd", () => {
    const { rule, come, letIn, pass } = ruleWith(2);
    const early = rule.enter("stranger", 0);
    come("stranger", 100, 0);
    const { letIn: first } = letIn(0);
    expect(first).toHaveLength(16);
    expect(first[0]).toBe(early);
    expect(letIn(100).letIn).toEqual([]);
    pass(200, 1_000);
    expect(rule.isCongested).toBe(true);
    const late = rule.enter("stranger", 1_000);
    const batch = rule.nextBatch(1_000);
    rule.done(batch, 1_010);
    expect(letIn(1_010).letIn[0]).toBe(late);
    // Nobody is told later than this in a crowd.
    pass(1_100, 2_000);
    expect(letIn(2_050).dropped.length).toBeGreaterThan(50);
  });

  test("who are few are not a crowd, however slow the machine is", () => {
    const { rule, come, pass, letIn } = ruleWith(2);
    come("stranger", 30, 0);
    pass(0, 9_000);
    expect(rule.isCongested).toBe(false);
    expect(letIn(9_100).dropped).toEqual([]);
    pass(9_200, 10_000);
    expect(letIn(10_100).dropped.length).toBeGreaterThan(0);
  });
});

describe("a known member", () => {
  test("is refused when there is no room and the first has waited a second", () => {
    const { come, pass } = ruleWith(2);
    expect(come("known", 200, 0)).toBe(0);
    pass(0, 900);
    expect(come("known", 1, 950)).toBe(0);
    pass(1_000, 1_100);
    expect(come("known", 1, 1_150)).toBe(1);
  });

  test("goes next where it is quiet, and it is quiet when nobody waits any more", () => {
    const { rule, come } = ruleWith(2);
    expect(rule.isQuiet).toBe(true);
    const looks = rule.enter("known", 0);
    expect(rule.isQuiet).toBe(false);
    if (looks !== undefined) rule.leave(looks, 0);
    come("known", 8, 0);
    let waiting = 8;
    while (waiting > 0) {
      expect(rule.isQuiet).toBe(false);
      waiting -= rule.nextBatch(0).length;
    }
    expect(rule.isQuiet).toBe(true);
    come("stranger", 1, 0);
    expect(rule.isQuiet).toBe(false);
  });

  test("is refused beyond what is ever kept", () => {
    const { come } = ruleWith(2);
    expect(come("known", 1_000, 0)).toBe(1_000 - 320);
  });

  test("has not waited while the process was stopped", () => {
    const { rule, come, pass } = ruleWith(2);
    come("known", 200, 0);
    pass(0, 500);
    expect(come("known", 1, 60_000)).toBe(0);
    expect(rule.headWait("known")).toBe(1_000);
  });
});
