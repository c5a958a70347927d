import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cap, Category, Fact, Finding, Severity, State } from "../engine/finding.ts";
import { CAP_GRADES, type Grade } from "../engine/grades.ts";
import { CATEGORIES, type HostScore, hostScore } from "./host-score.ts";
import { organisationScore } from "./organisation-score.ts";

/*
 * With what applies held fixed, worse news never raises a score or a grade, at no level: neither a pass
 * that becomes a failure or a warning, nor a severity that becomes a higher one, nor a pass that is not
 * decided any more (with what it had seen, or without). Limits hold at every level.
 */

const SEVERITIES: readonly Severity[] = ["info", "low", "medium", "high", "critical"];
const STATES: readonly State[] = [
  ...(["pass", "pass", "pass", "fail", "warn", "info", "inconclusive", "not-applicable"] as const),
];

const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({
    name: fc.constantFrom(
      "keyExchange.weakestBits",
      "keyExchange.strongestBits",
      "cipher.weakestBits",
      "cipher.strongestBits",
    ),
    value: fc.constantFrom(0, 40, 112, 128, 256, 512, 1024, 2048, 4096),
  }),
  fc.record({
    name: fc.constantFrom("protocol:ssl3", "protocol:tls1.0", "protocol:tls1.2", "protocol:tls1.3"),
    value: fc.boolean(),
  }),
);

const anyFinding: fc.Arbitrary<Finding> = fc
  .record({
    check: fc.constantFrom("tls-old", "tls-weak", "a", "b", "c", "d"),
    category: fc.constantFrom<Category>(...CATEGORIES),
    state: fc.constantFrom(...STATES),
    severity: fc.constantFrom(...SEVERITIES),
    cap: fc.option(fc.constantFrom(...(Object.keys(CAP_GRADES) as readonly Cap[])), { freq: 8 }),
    bonus: fc.constantFrom(0, 0, 3, 10),
    address: fc.constantFrom(undefined, "192.0.2.1", "192.0.2.2"),
    evidence: fc.array(anyFact, { maxLength: 3 }),
  })
  .map(({ check, category, state, severity, address, ...rest }) => ({
    ...rest,
    key: `${check} ${category} ${address}`,
    check: `${category} ${check}`.replace(/^tls tls/, "tls"),
    category,
    asset: "host:a.jp",
    place: { host: "a.jp", ...(address === undefined ? {} : { address }) },
    state,
    severity: state === "fail" || state === "warn" || state === "info" ? severity : null,
    outcome: "x",
    subject: null,
    summary: { ja: "要約", en: "summary" },
    unconfirmed: false,
    observedAt: "2026-11-21T00:00:00.000Z",
  }));

type Worse = (finding: Finding, severity: Severity) => Finding;

const CHANGES: readonly (readonly [string, Worse])[] = [
  [
    "a pass fails",
    (one, severity) => (one.state === "pass" ? { ...one, state: "fail", severity } : one),
  ],
  [
    "a pass becomes a warning",
    (one, severity) => (one.state === "pass" ? { ...one, state: "warn", severity } : one),
  ],
  [
    "a severity rises",
    (one) => {
      const at = SEVERITIES.indexOf(one.severity ?? "critical");
      const higher = SEVERITIES[at + 1];
      return one.severity !== null && higher ? { ...one, severity: higher } : one;
    },
  ],
  [
    "a pass is not decided",
    (one) => (one.state === "pass" ? { ...one, state: "inconclusive" } : one),
  ],
  [
    "a pass is not decided and shows nothing",
    (one) =>
      one.state === "pass"
        ? { ...one, state: "inconclusive", evidence: [], cap: null, bonus: 0 }
        : one,
  ],
];

const value = (grade: Grade | null) => (grade === null ? null : -grade.charCodeAt(0));

/** Nothing known is no better than anything known. */
function neverBetter(after: number | null, before: number | null): void {
  if (before !== null && after !== null) expect(after).toBeLessThanOrEqual(before);
  if (before === null) expect(after).toBeNull();
}

function compare(after: HostScore, before: HostScore): void {
  neverBetter(after.score, before.score);
  neverBetter(value(after.grade), value(before.grade));
  for (const [at, category] of after.categories.entries()) {
    const known = before.categories[at];
    neverBetter(category.score, known?.score ?? null);
    neverBetter(value(category.grade), value(known?.grade ?? null));
  }
}

/** The best grade that a finding leaves possible, told once more from the design and not from the code. */
function limitOf({ state, severity, cap }: Finding): Grade {
  if (state !== "fail" && state !== "warn") return "A";
  const bySeverity: Grade = severity === "critical" ? "E" : severity === "high" ? "C" : "A";
  const byCap = cap === null ? "A" : CAP_GRADES[cap];
  return byCap > bySeverity ? byCap : bySeverity;
}

const MOST_POINTS: Readonly<Record<Grade, number>> = { A: 100, B: 79, C: 64, D: 49, E: 34 };

function within(
  { score, grade }: { readonly score: number | null; readonly grade: Grade | null },
  findings: readonly Finding[],
): void {
  const limit = findings.map(limitOf).reduce((worst, one) => (one > worst ? one : worst), "A");
  // A limit comes from something that was seen, so there is a grade to hold down.
  if (limit !== "A") expect(grade).not.toBeNull();
  if (grade === null || score === null) return;
  expect(grade >= limit).toBe(true);
  expect(score).toBeLessThanOrEqual(MOST_POINTS[limit]);
}

it("limits hold for every category, every host and the domain", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyFinding, { maxLength: 14 }), { minLength: 1, maxLength: 4 }),
      (hosts) => {
        const scores = hosts.map((findings, index) => hostScore(`${index}.a.jp`, findings));
        for (const [index, score] of scores.entries()) {
          const findings = hosts[index] ?? [];
          within(score, findings);
          for (const category of score.categories)
            within(
              category,
              findings.filter((one) => one.category === category.category),
            );
        }
        within(organisationScore(scores), hosts.flat());
      },
    ),
    { numRuns: 5_000 },
  );
});

describe.each(CHANGES)("when %s", (_name, worsen) => {
  it("no score and no grade of any level rises", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(anyFinding, { maxLength: 14 }), { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...SEVERITIES),
        (hosts, whichHost, whichFinding, severity) => {
          const at = whichHost % hosts.length;
          const worse = hosts.map((findings, index) =>
            index === at
              ? findings.map((one, place) =>
                  place === whichFinding % findings.length ? worsen(one, severity) : one,
                )
              : findings,
          );
          const before = hosts.map((findings, index) => hostScore(`${index}.a.jp`, findings));
          const after = worse.map((findings, index) => hostScore(`${index}.a.jp`, findings));
          for (const [index, score] of after.entries()) compare(score, before[index] ?? score);
          const [whole, wholeBefore] = [organisationScore(after), organisationScore(before)];
          neverBetter(whole.score, wholeBefore.score);
          neverBetter(value(whole.grade), value(wholeBefore.grade));
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
