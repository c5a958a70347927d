import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Exploitation,
  type Exposure,
  exploitations,
  exposures,
  overdueMost,
  type PriorityFactors,
  priorityOf,
  priorityRange,
} from "./priority.ts";
import { prioritySentence } from "./priority-sentence.ts";
import { type Severity, severities } from "./words.ts";

const factors = fc.record({
  severity: fc.constantFrom(...severities),
  exploitation: fc.constantFrom(...exploitations),
  exposure: fc.subarray([...exposures]),
  overdue: fc.integer({ min: 0, max: 400 }),
});

describe("the order of work, formula 1", () => {
  // What twelve findings of one company are worth, the most urgent first.
  test.each<
    [what: string, Severity, Exploitation, readonly Exposure[], overdue: number, priority: number]
  >([
    ["Apache 2.4.49 on www", "critical", "exploited", ["main-name"], 0, 5000],
    ["Redis without password", "critical", "usable", ["data"], 0, 1875],
    ["expired certificate of the shop", "critical", "none", ["main-name", "data"], 1, 1530],
    ["subdomain that can be claimed", "critical", "usable", [], 0, 1500],
    ["readable .git on www", "high", "usable", ["main-name"], 5, 413],
    ["no DMARC, can be spoofed", "high", "usable", ["main-name"], 0, 375],
    ["open RDP", "high", "none", ["sign-in"], 0, 160],
    ["TLS 1.0 of the shop", "medium", "none", ["main-name", "data"], 15, 78],
    ["no CSP on www", "medium", "none", ["main-name"], 0, 50],
    ["jQuery 1.12 on the blog", "medium", "unknown", [], 0, 40],
    ["old key exchange of SSH", "medium", "none", ["sign-in"], 0, 32],
    ["no security.txt", "info", "none", ["main-name"], 0, 1],
  ])("%s", (_what, severity, exploitation, exposure, overdue, priority) => {
    expect(priorityOf({ severity, exploitation, exposure, overdue })).toBe(priority);
  });

  test("nothing passes a higher severity but what is exploited on exactly this build", () => {
    const isWorse = (a: PriorityFactors, b: PriorityFactors) =>
      severities.indexOf(a.severity) < severities.indexOf(b.severity);
    fc.assert(
      fc.property(factors, factors, (a, b) => {
        fc.pre(isWorse(a, b) && b.exploitation !== "exploited");
        expect(priorityOf(a)).toBeGreaterThan(priorityOf(b));
      }),
    );
  });

  test("more of anything is never less urgent, and lateness has an end", () => {
    fc.assert(
      fc.property(factors, fc.integer({ min: 1, max: 30 }), (one, days) => {
        const later = priorityOf({ ...one, overdue: one.overdue + days });
        expect(later).toBeGreaterThanOrEqual(priorityOf(one));
        expect(priorityOf({ ...one, overdue: overdueMost + days })).toBe(
          priorityOf({ ...one, overdue: overdueMost }),
        );
        expect(priorityOf({ ...one, exploitation: "exploited" })).toBeGreaterThanOrEqual(
          priorityOf(one),
        );
      }),
    );
  });

  test("every priority lies in the range of its severity", () => {
    fc.assert(
      fc.property(factors, (one) => {
        const [least, most] = priorityRange(one.severity);
        expect(priorityOf(one)).toBeGreaterThanOrEqual(least);
        expect(priorityOf(one)).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe("the sentence", () => {
  const apache: PriorityFactors = {
    severity: "critical",
    exploitation: "exploited",
    exposure: ["main-name"],
    overdue: 0,
  };

  test("says why, and by when, in both languages", () => {
    expect(prioritySentence(apache, { kind: "left", workingDays: 2 })).toEqual({
      ja: "緊急。悪用確認済み（KEV）。誰でも到達可能、主要なホスト。期限まで2営業日。",
      en: "Critical, known exploited (KEV), open to anyone, on a main host, due in 2 working days.",
    });
  });

  test.each([
    [{ kind: "today" }, "due today."],
    [{ kind: "left", workingDays: 1 }, "due in 1 working day."],
    [{ kind: "overdue", workingDays: 0 }, "past its due date."],
    [{ kind: "overdue", workingDays: 1 }, "overdue by 1 working day."],
    [{ kind: "overdue", workingDays: 12 }, "overdue by 12 working days."],
  ] as const)("%o: %s", (due, end) => {
    expect(prioritySentence(apache, due).en).toMatch(new RegExp(`, ${end.replace(".", "\\.")}$`));
  });

  test("of what has no date and nobody exploits says neither", () => {
    const { en } = prioritySentence(
      { severity: "info", exploitation: "none", exposure: ["sign-in"] },
      null,
    );
    expect(en).toBe("Information, behind a sign-in.");
  });

  test("no estimate is not an estimate of nothing", () => {
    const say = (exploitation: Exploitation) =>
      prioritySentence({ ...apache, exploitation }, null).en;
    expect(say("unknown")).toContain("exploitation not known");
    expect(say("none")).not.toContain("exploitation");
  });
});
