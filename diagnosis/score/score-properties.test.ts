import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cap, Category, Severity, State } from "../engine/finding.ts";
import { CAP_GRADES, gradeOf, worseGrade } from "../engine/grades.ts";
import { BONUS_FLOOR, categoryScore, SEVERITY_POINTS } from "./category-score.ts";
import { CATEGORIES, hostScore } from "./host-score.ts";
import { organisationScore } from "./organisation-score.ts";
import { fail, finding } from "./testing/sample-finding.ts";

const states: readonly State[] = ["pass", "fail", "warn", "info", "not-applicable", "inconclusive"];
const severities = Object.keys(SEVERITY_POINTS) as readonly Severity[];
const anyFact = fc.oneof(
  fc.record({
    name: fc.constantFrom(
      ...["keyExchange.weakestBits", "keyExchange.strongestBits"],
      ...["cipher.weakestBits", "cipher.strongestBits"],
    ),
    value: fc.constantFrom(0, 40, 112, 128, 256, 512, 1024, 2048, 4096),
  }),
  fc.record({
    name: fc.constantFrom("protocol:ssl3", "protocol:tls1.0", "protocol:tls1.2", "protocol:tls1.3"),
    value: fc.boolean(),
  }),
);
const anyFinding = fc
  .record({
    check: fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `check-${at}`)),
    category: fc.constantFrom<Category>(...CATEGORIES),
    state: fc.constantFrom(...states),
    severity: fc.constantFrom(...severities),
    outcome: fc.constantFrom("a", "b"),
    bonus: fc.constantFrom(0, 0, 5),
    place: fc.constantFrom(
      { host: "a.jp" },
      { host: "a.jp", address: "1.1.1.1" },
      { host: "a.jp", address: "1.1.1.2" },
    ),
    evidence: fc.array(anyFact, { maxLength: 2 }),
    cap: fc.option(fc.constantFrom(...(Object.keys(CAP_GRADES) as readonly Cap[])), { freq: 8 }),
  })
  .map((parts) => finding(parts));

describe("properties", () => {
  it("scores stay between 0 and 100 and add up from their steps", () => {
    fc.assert(
      fc.property(
        fc.array(anyFinding),
        fc.constantFrom<Category>(...CATEGORIES),
        (findings, category) => {
          const { score, steps } = categoryScore(category, findings);
          if (score === null) return;
          const sum = steps.reduce((total, { points }) => total + points, 100);
          expect(score).toBe(Math.round(Math.min(100, Math.max(0, sum))));
        },
      ),
    );
  });

  it("one more failure never helps", () => {
    fc.assert(
      fc.property(fc.array(anyFinding), fc.constantFrom(...severities), (findings, severity) => {
        const before = categoryScore("http", findings);
        const after = categoryScore("http", [...findings, fail(severity, { check: "new" })]);
        if (before.score !== null && after.score !== null)
          expect(after.score).toBeLessThanOrEqual(before.score);
      }),
    );
  });

  it("a bonus never lifts what is below the floor", () => {
    fc.assert(
      fc.property(fc.array(anyFinding), (findings) => {
        const plain = categoryScore(
          "http",
          findings.map((one) => ({ ...one, bonus: 0 })),
        );
        // Before limits: a limited score keeps its place inside the grade, a bonus included.
        const { ends } = categoryScore("http", findings);
        if (plain.ends && plain.ends.most < BONUS_FLOOR - 1)
          expect(ends?.most).toBe(plain.ends.most);
      }),
    );
  });

  it("the grade is never better than the number's nor than any limit", () => {
    fc.assert(
      fc.property(fc.array(anyFinding), (findings) => {
        const { score, grade, caps } = hostScore("a.jp", findings);
        if (score === null || grade === null) return;
        expect(worseGrade(grade, gradeOf(score))).toBe(grade);
        for (const cap of caps) expect(worseGrade(grade, cap.grade)).toBe(grade);
      }),
    );
  });

  it("the order of findings changes nothing, the order of steps neither", () => {
    const unlike = fc
      .array(anyFinding)
      .map((list) => list.map((one, at) => ({ ...one, key: `${at}` })));
    fc.assert(
      fc.property(unlike, (findings) => {
        expect(hostScore("a.jp", findings.toReversed())).toEqual(hostScore("a.jp", findings));
      }),
    );
  });

  it("an organisation stands between its lowest host and the plain mean", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1 }), (scores) => {
        const { score } = organisationScore(
          scores.map((one) => ({
            host: "a.jp",
            score: one,
            ends: { most: one, least: one },
            lowestLimit: null,
            caps: [],
          })),
        );
        const mean = scores.reduce((sum, next) => sum + next, 0) / scores.length;
        expect(score).toBeGreaterThanOrEqual(Math.min(...scores));
        expect(score).toBeLessThanOrEqual(Math.round(mean));
      }),
    );
  });
});
