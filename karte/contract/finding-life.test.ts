import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  born,
  type FindingLife,
  isClosed,
  isOpen,
  type LifeEvent,
  transition,
} from "./finding-life.ts";
import { findingStates, severities } from "./words.ts";

/**
 * The simple model: the whole history is kept, and what a finding is follows from reading it from
 * the start. It shares no code with the transition function.
 */
interface Past {
  readonly at: number;
  readonly event: LifeEvent;
}

function byModel(first: { severity: string; evidence: string }, past: readonly Past[]) {
  let isThere = true;
  let isFresh = true;
  let ending: "fixed" | "gone" = "fixed";
  let times = 0;
  let doubt: number | null = null;
  let pact: { reason: string; until: number } | null = null;
  let last = first;
  for (const { at, event } of past) {
    if (event.kind === "seen") {
      const rank = (name: string) => (severities as readonly string[]).indexOf(name);
      const isNews = rank(event.severity) < rank(last.severity) || event.evidence !== last.evidence;
      if (!isThere) times += 1;
      if (!isThere || isNews) pact = null;
      isThere = true;
      isFresh = false;
      doubt = null;
      last = { severity: event.severity, evidence: event.evidence };
    }
    if (isThere && (event.kind === "not-reported" || event.kind === "asset-gone")) {
      isThere = false;
      isFresh = false;
      doubt = null;
      pact = null;
      ending = event.kind === "asset-gone" ? "gone" : "fixed";
    }
    if (isThere && event.kind === "undecided") doubt ??= at;
    if (isThere && event.kind === "opened") isFresh = false;
    if (isThere && event.kind === "accepted" && event.until > at) {
      pact = { reason: event.reason, until: event.until };
      isFresh = false;
    }
    if (event.kind === "acceptance-withdrawn") pact = null;
    if (event.kind === "tick" && pact !== null && pact.until <= at) pact = null;
  }
  return {
    state: !isThere ? ending : pact !== null ? "accepted" : isFresh ? "new" : "open",
    severity: last.severity,
    evidence: last.evidence,
    unconfirmedSince: doubt,
    acceptance: pact,
    reopened: times,
  };
}

const severity = fc.constantFrom(...severities);
const evidence = fc.constantFrom("a", "b", "c");
const event: fc.Arbitrary<LifeEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("seen" as const), severity, evidence }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<LifeEvent>(
      { kind: "not-reported" },
      { kind: "undecided" },
      { kind: "asset-gone" },
      { kind: "opened" },
      { kind: "acceptance-withdrawn" },
      { kind: "tick" },
    ),
  },
  fc.record({
    kind: fc.constant("accepted" as const),
    reason: fc.constantFrom("compensated" as const, "risk-taken" as const, "not-ours" as const),
    until: fc.integer({ min: 0, max: 60 }),
  }),
);

test("10,000 random histories: the transition function and the simple model never differ", () => {
  let histories = 0;
  const reached = new Set<string>();
  fc.assert(
    fc.property(
      severity,
      evidence,
      fc.array(fc.record({ event, pause: fc.integer({ min: 0, max: 5 }) }), { maxLength: 30 }),
      (firstSeverity, firstEvidence, steps) => {
        histories += 1;
        let life: FindingLife = born(firstSeverity, firstEvidence);
        const past: Past[] = [];
        let now = 0;
        for (const step of steps) {
          now += step.pause;
          past.push({ at: now, event: step.event });
          life = transition(life, step.event, now)?.life ?? life;
          reached.add(life.state);
          const first = { severity: firstSeverity, evidence: firstEvidence };
          // Some 150,000 times: Vitest's own comparison would take seconds of it.
          deepStrictEqual(life, byModel(first, past));
        }
      },
    ),
    { numRuns: 10_000 },
  );
  expect(histories).toBe(10_000);
  expect([...reached].sort()).toEqual(["accepted", "fixed", "gone", "new", "open"]);
});

test("what cannot be done is refused, never bent", () => {
  const fixed = transition(born("high", "a"), { kind: "not-reported" }, 1)?.life;
  if (!fixed) throw new Error("a finding that is not reported is fixed");
  expect(
    transition(fixed, { kind: "accepted", reason: "risk-taken", until: 9 }, 2),
  ).toBeUndefined();
  expect(transition(fixed, { kind: "acceptance-withdrawn" }, 2)).toBeUndefined();
  expect(
    transition(born("low", "a"), { kind: "accepted", reason: "risk-taken", until: 2 }, 2),
  ).toBeUndefined();
});

test("which states are open and which are closed", () => {
  expect(findingStates.filter(isOpen)).toEqual(["new", "open"]);
  expect(findingStates.filter(isClosed)).toEqual(["fixed", "gone"]);
});

const fresh = born("medium", "a");
const open: FindingLife = { ...fresh, state: "open" };
const doubted: FindingLife = { ...open, unconfirmedSince: 1 };
const acceptance = { reason: "risk-taken", until: 9 } as const;
const accepted: FindingLife = { ...open, state: "accepted", acceptance };
const fixed: FindingLife = { ...open, state: "fixed" };
const gone: FindingLife = { ...open, state: "gone" };
const again = { kind: "seen", severity: "medium", evidence: "a" } as const;
const taken = { kind: "accepted", ...acceptance } as const;

test.each<[string, FindingLife, LifeEvent, number, FindingLife["state"], string | null]>([
  ["seen twice", fresh, again, 2, "open", null],
  ["seen after a doubt", doubted, again, 2, "open", "looked-again"],
  ["seen after a fix", fixed, again, 2, "open", "seen-again"],
  ["seen after it was gone", gone, again, 2, "open", "seen-again"],
  ["seen while accepted", accepted, again, 2, "accepted", null],
  ["seen less severe", accepted, { ...again, severity: "low" }, 2, "accepted", null],
  [
    "seen more severe",
    accepted,
    { ...again, severity: "high" },
    2,
    "open",
    "acceptance-ended-severity",
  ],
  ["seen otherwise", accepted, { ...again, evidence: "b" }, 2, "open", "acceptance-ended-evidence"],
  ["not reported", accepted, { kind: "not-reported" }, 2, "fixed", "check-passed"],
  ["not reported once more", gone, { kind: "not-reported" }, 2, "gone", null],
  ["without its asset", open, { kind: "asset-gone" }, 2, "gone", "asset-gone"],
  ["without its asset once more", fixed, { kind: "asset-gone" }, 2, "fixed", null],
  ["not decided", open, { kind: "undecided" }, 2, "open", "could-not-look"],
  ["not decided once more", doubted, { kind: "undecided" }, 2, "open", null],
  ["not decided when closed", fixed, { kind: "undecided" }, 2, "fixed", null],
  ["worked on", fresh, { kind: "opened" }, 2, "open", "worked-on"],
  ["accepted", fresh, taken, 8, "accepted", "accepted"],
  ["taken back", accepted, { kind: "acceptance-withdrawn" }, 2, "open", "acceptance-withdrawn"],
  ["within its acceptance", accepted, { kind: "tick" }, 8, "accepted", null],
  ["at its acceptance's end", accepted, { kind: "tick" }, 9, "open", "acceptance-ended"],
  ["never accepted", open, { kind: "tick" }, 9, "open", null],
])(
  "a finding %s: its state, and what the history tells",
  (_what, life, event, now, state, reason) => {
    const next = transition(life, event, now);
    expect([next?.life.state, next?.reason]).toEqual([state, reason]);
  },
);

test.each([
  ["opened", open, { kind: "opened" }, 2],
  ["accepted when closed", gone, taken, 2],
  ["accepted until now", open, taken, 9],
  ["taken back without an acceptance", open, { kind: "acceptance-withdrawn" }, 2],
] as const)("a finding cannot be %s", (_what, life, event, now) => {
  expect(transition(life, event, now)).toBeUndefined();
});
