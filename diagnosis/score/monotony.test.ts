import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { causeKey } from "../engine/cause.ts";
import type { Cap, Category, Fact, Finding, Severity, State } from "../engine/finding.ts";
import { CAP_GRADES, type Grade, gradeOf, underLimit } from "../engine/grades.ts";
import type { Ends } from "./category-score.ts";
import { CATEGORIES, type HostScore, hostScore } from "./host-score.ts";
import { organisationScore } from "./organisation-score.ts";

/*
 * With what applies held fixed, worse news never raises a score, a grade or either end of the interval, at no
 * level: neither a pass that becomes a failure or a warning, nor a severity that becomes a higher one, nor a
 * pass that is not decided any more. A failure that is not decided any more never raises the lower end. To
 * mend a cause never lowers anything. Limits hold at every level.
 */

const SEVERITIES: readonly Severity[] = ["info", "low", "medium", "high", "critical"];
const STATES: readonly State[] = [
  ...(["pass", "pass", "pass", "fail", "warn", "info", "inconclusive", "not-applicable"] as const),
];

/** The protections whose absence together is a limit of its own, by the outcome that says so. */
const HEADERS = [
  ["http-hsts", "absent"],
  ["http-csp", "absent"],
  ["http-frame", "open"],
  ["http-nosniff", "missing"],
  ["http-referrer", "absent"],
] as const;

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
    kind: fc.constantFrom(
      ...[["tls-old", "x"] as const, ["tls-weak", "x"] as const],
      ...["a", "b", "c", "d"].map((check) => [check, "x"] as const),
      ...HEADERS,
    ),
    cause: fc.constantFrom(undefined, undefined, "one", "two"),
    category: fc.constantFrom<Category>(...CATEGORIES),
    state: fc.constantFrom(...STATES),
    severity: fc.constantFrom(...SEVERITIES),
    cap: fc.option(fc.constantFrom(...(Object.keys(CAP_GRADES) as readonly Cap[])), { freq: 8 }),
    bonus: fc.constantFrom(0, 0, 3, 10),
    address: fc.constantFrom(undefined, "192.0.2.1", "192.0.2.2"),
    evidence: fc.array(anyFact, { maxLength: 3 }),
  })
  .map(({ kind: [name, outcome], cause, category: drawn, state, severity, address, ...rest }) => {
    const category = name.startsWith("http-") ? "http" : drawn;
    const check = name.startsWith("http-")
      ? name
      : `${category} ${name}`.replace(/^tls tls/, "tls");
    return { ...rest, check, outcome, cause, category, state, severity, address };
  })
  .map(({ check, outcome, cause, category, state, severity, address, ...rest }) => ({
    ...rest,
    key: `${check} ${category} ${address}`,
    check,
    category,
    ...(cause === undefined ? {} : { cause: { kind: "record" as const, name: cause } }),
    asset: "host:a.jp",
    place: { host: "a.jp", ...(address === undefined ? {} : { address }) },
    state,
    severity: state === "fail" || state === "warn" || state === "info" ? severity : null,
    outcome,
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
}

interface Level {
  readonly score: number | null;
  readonly grade: Grade | null;
  readonly ends: Ends | null;
}

/** The domain, its hosts and their categories, always in the same order. */
function levelsOf(hosts: readonly (readonly Finding[])[]): readonly Level[] {
  const scores = hosts.map((findings, index) => hostScore(`${index}.a.jp`, findings));
  const categories = scores.flatMap((score: HostScore) => score.categories);
  const { score, grade, least } = organisationScore(scores);
  // A domain of which nothing was decided shows nothing.
  const ends = least === null ? null : { most: score ?? 0, least };
  return [{ score, grade, ends }, ...scores, ...categories];
}

function noneBetter(after: readonly Level[], before: readonly Level[]): void {
  for (const [at, level] of after.entries()) {
    const known = before[at];
    if (known === undefined) throw new Error("another level");
    neverBetter(level.score, known.score);
    neverBetter(value(level.grade), value(known.grade));
    neverBetter(level.ends?.most ?? null, known.ends?.most ?? null);
    neverBetter(level.ends?.least ?? null, known.ends?.least ?? null);
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

const anyHosts = fc.array(fc.array(anyFinding, { maxLength: 14 }), { minLength: 1, maxLength: 4 });

/** The same findings with one of them changed. */
function changed(
  hosts: readonly (readonly Finding[])[],
  [host, place]: readonly [number, number],
  change: (finding: Finding) => Finding,
) {
  return hosts.map((findings, index) =>
    index !== host % hosts.length
      ? findings
      : findings.map((one, at) => (at === place % findings.length ? change(one) : one)),
  );
}

const anyPlace = fc.tuple(fc.nat(), fc.nat());

describe.each(CHANGES)("when %s", (_name, worsen) => {
  it("no score, no grade and neither end of any level rises", () => {
    fc.assert(
      fc.property(anyHosts, anyPlace, fc.constantFrom(...SEVERITIES), (hosts, at, severity) => {
        const worse = changed(hosts, at, (one) => worsen(one, severity));
        noneBetter(levelsOf(worse), levelsOf(hosts));
      }),
      { numRuns: 3_000 },
    );
  });
});

it("a failure that is not decided any more never raises the lower end", () => {
  fc.assert(
    fc.property(anyHosts, anyPlace, fc.boolean(), (hosts, at, keeps) => {
      const hidden = changed(hosts, at, (one) => {
        const { state, severity, cap } = one;
        if (state !== "fail" && state !== "warn") return one;
        const atWorst = keeps ? { atWorst: { severity, cap } } : {};
        return { ...one, state: "inconclusive", severity: null, cap: null, ...atWorst };
      });
      const [after, before] = [levelsOf(hidden), levelsOf(hosts)];
      for (const [index, { ends }] of after.entries())
        neverBetter(ends?.least ?? null, before[index]?.ends?.least ?? null);
    }),
    { numRuns: 3_000 },
  );
});

it("to mend a cause, all findings of it, never lowers anything", () => {
  fc.assert(
    fc.property(anyHosts, anyPlace, (hosts, [host, place]) => {
      const findings = hosts[host % hosts.length] ?? [];
      const one = findings[place % findings.length];
      const mended = hosts.map((own) =>
        own.map((other): Finding => {
          const isMended = one && causeKey(other) === causeKey(one);
          const fails = other.state === "fail" || other.state === "warn";
          if (!isMended || !fails) return other;
          return { ...other, state: "pass", severity: null, cap: null };
        }),
      );
      noneBetter(levelsOf(hosts), levelsOf(mended));
    }),
    { numRuns: 3_000 },
  );
});

it("a good host never lifts a domain above the limit of its worst", () => {
  fc.assert(
    fc.property(anyHosts, fc.integer({ min: 1, max: 40 }), (hosts, count) => {
      const scores = hosts.map((findings, index) => hostScore(`${index}.a.jp`, findings));
      const good = Array.from({ length: count }, (_, at) => hostScore(`good${at}.a.jp`, []));
      within(organisationScore([...scores, ...good]), hosts.flat());
    }),
  );
});

it("where nothing is undecided the ends are one", () => {
  fc.assert(
    fc.property(anyHosts, (hosts) => {
      const decided = hosts.map((own) => own.filter(({ state }) => state !== "inconclusive"));
      for (const { ends } of levelsOf(decided)) expect(ends?.least).toBe(ends?.most);
    }),
  );
});

it("the lower end is never above the upper, and `at most` says where it has another grade", () => {
  fc.assert(
    fc.property(anyHosts, (hosts) => {
      const scores = hosts.map((findings, index) => hostScore(`${index}.a.jp`, findings));
      const whole = organisationScore(scores);
      if (whole.score !== null) {
        expect(whole.least).toBeLessThanOrEqual(whole.score);
        expect(whole.atMost).toBe(gradeOf(whole.least ?? 0) !== whole.grade);
      }
      for (const { ends, score, grade, atMost, lowestLimit } of scores) {
        expect(ends?.least ?? 0).toBeLessThanOrEqual(ends?.most ?? 0);
        if (score === null || ends === null) continue;
        expect(atMost).toBe(gradeOf(Math.round(underLimit(ends.least, lowestLimit))) !== grade);
      }
    }),
    { numRuns: 2_000 },
  );
});

it("a domain of one host has the host's score", () => {
  fc.assert(
    fc.property(fc.array(anyFinding, { maxLength: 14 }), (findings) => {
      const { score, grade, atMost } = hostScore("a.jp", findings);
      expect(organisationScore([hostScore("a.jp", findings)])).toMatchObject({
        score,
        grade,
        atMost,
      });
    }),
    { numRuns: 2_000 },
  );
});
