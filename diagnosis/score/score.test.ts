import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cap, Category, Finding, Severity, State } from "../engine/finding.ts";
import { BONUS_FLOOR, categoryScore, SEVERITY_POINTS } from "./category-score.ts";
import { CAP_GRADES, gradeOf, worseGrade } from "./grades.ts";
import { CATEGORIES, hostScore } from "./host-score.ts";
import { organisationScore } from "./organisation-score.ts";

let serial = 0;

function finding(more: Partial<Finding> = {}): Finding {
  serial += 1;
  return {
    key: `k${serial}`,
    check: `c${serial}`,
    category: "http",
    place: { host: "a.jp" },
    state: "pass",
    severity: null,
    outcome: "x",
    subject: null,
    summary: { ja: "要約", en: "summary" },
    evidence: [],
    unconfirmed: false,
    cap: null,
    bonus: 0,
    observedAt: "2026-11-21T00:00:00.000Z",
    ...more,
  };
}

const fail = (severity: Severity, more: Partial<Finding> = {}) =>
  finding({ state: "fail", severity, ...more });

describe("categoryScore", () => {
  it.each([
    ["nothing wrong", [finding()], 100],
    ["one critical", [fail("critical")], 60],
    [
      "one of each",
      [fail("critical"), fail("high"), fail("medium"), fail("low"), fail("info")],
      25,
    ],
    ["a warning costs like a failure", [finding({ state: "warn", severity: "low" })], 95],
    ["information costs nothing", [finding({ state: "info", severity: "info" })], 100],
    ["never below zero", Array.from({ length: 9 }, () => fail("critical")), 0],
    [
      "ten cookies are one mistake",
      Array.from({ length: 10 }, (_, at) =>
        fail("high", { check: "http-cookie", subject: `s${at}` }),
      ),
      80,
    ],
    [
      "two outcomes of one check are two",
      [fail("high", { check: "c", outcome: "a" }), fail("low", { check: "c", outcome: "b" })],
      75,
    ],
    ["a bonus from 90 up, never above 100", [fail("low"), finding({ bonus: 10 })], 100],
    ["no bonus below 90", [fail("high"), finding({ bonus: 10 })], 80],
  ])("%s", (_name, findings, score) => {
    expect(categoryScore("http", findings).score).toBe(score);
  });

  it("shows no score below 80 % coverage", () => {
    const list = (undecided: number) => [
      ...Array.from({ length: 10 - undecided }, () => finding()),
      ...Array.from({ length: undecided }, () => finding({ state: "inconclusive" })),
      finding({ state: "not-applicable" }),
    ];
    expect(categoryScore("http", list(2))).toMatchObject({ score: 100, coverage: 0.8 });
    expect(categoryScore("http", list(3))).toMatchObject({ score: null, coverage: 0.7 });
    expect(categoryScore("http", [finding({ state: "not-applicable" })]).coverage).toBeNull();
  });

  it("counts a check with one undecided subject as undecided", () => {
    const check = "dns-lame";
    const findings = [finding({ check }), finding({ check, state: "inconclusive" })];
    expect(categoryScore("http", findings).coverage).toBe(0);
  });

  it("starts TLS from the server rating method and does not deduct twice", () => {
    const fact = (name: string, value: boolean | number) => ({ name, value });
    const seen = finding({
      category: "tls",
      evidence: [
        fact("protocol:tls1.0", true),
        fact("protocol:tls1.1", false),
        fact("protocol:tls1.3", true),
        fact("keyExchange.weakestBits", 2048),
        fact("keyExchange.strongestBits", 4096),
        fact("cipher.weakestBits", 112),
        fact("cipher.strongestBits", 256),
      ],
    });
    const old = fail("medium", { category: "tls", check: "tls-old", cap: "old-tls" });
    const result = categoryScore("tls", [seen, old]);
    // (90+100)/2 × 30 % + (90+100)/2 × 30 % + (20+100)/2 × 40 %
    expect(result.score).toBe(Math.round(95 * 0.3 + 95 * 0.3 + 60 * 0.4));
    expect(result.steps.find(({ check }) => check === "tls-old")?.points).toBe(0);
  });
});

describe("grades", () => {
  it.each([
    [100, "A"],
    [80, "A"],
    [79, "B"],
    [65, "B"],
    [64, "C"],
    [50, "C"],
    [49, "D"],
    [35, "D"],
    [34, "E"],
    [0, "E"],
  ])("%i is %s", (score, grade) => {
    expect(gradeOf(score)).toBe(grade);
  });

  const everything = CATEGORIES.map((category) => finding({ category }));

  it.each(Object.entries(CAP_GRADES))("%s holds the grade at %s", (cap, grade) => {
    const known = cap as Cap;
    const host = hostScore("a.jp", [
      ...everything,
      finding({ category: "tls", state: "warn", severity: "info", cap: known }),
    ]);
    expect(host).toMatchObject({ score: 100, grade });
    expect(host.caps).toHaveLength(1);
  });

  it.each([
    ["critical", "E"],
    ["high", "C"],
    ["medium", "A"],
  ] as const)("one %s finding: %s at most", (severity, grade) => {
    expect(hostScore("a.jp", [...everything, fail(severity, { category: "dns" })]).grade).toBe(
      grade,
    );
  });

  it("the strictest limit wins", () => {
    const two = [
      fail("high", { category: "tls", cap: "old-tls" }),
      fail("low", { category: "tls", cap: "sslv2" }),
    ];
    const host = hostScore("a.jp", [...everything, ...two]);
    expect(host.grade).toBe("E");
    expect(host.caps.map(({ grade }) => grade)).toEqual(["E", "C"]);
  });
});

describe("hostScore", () => {
  it("is the equal mean of the categories that apply", () => {
    const findings = [finding({ category: "dns" }), fail("high", { category: "tls" })];
    expect(hostScore("a.jp", findings).score).toBe(90);
  });

  it("takes the worst address of a category that is examined address by address", () => {
    const at = (address: string, more: Partial<Finding>) =>
      finding({ category: "ports", place: { host: "a.jp", address }, ...more });
    const findings = [at("1.1.1.1", {}), at("1.1.1.2", { state: "fail", severity: "critical" })];
    const ports = hostScore("a.jp", findings).categories.find(
      ({ category }) => category === "ports",
    );
    expect(ports).toMatchObject({ score: 60, address: "1.1.1.2" });
  });

  it("does not take a name server's address for one of the host's", () => {
    const at = (address: string, more: Partial<Finding>) =>
      finding({ category: "dns", place: { host: "a.jp", address }, ...more });
    const findings = [
      at("1.1.1.1", { state: "fail", severity: "low" }),
      at("1.1.1.2", { state: "fail", severity: "low" }),
    ];
    expect(hostScore("a.jp", findings).score).toBe(90);
  });

  it("has neither score nor grade when too little was decided", () => {
    const findings = [finding(), finding({ category: "dns", state: "inconclusive" })];
    expect(hostScore("a.jp", findings)).toMatchObject({ score: null, grade: null, coverage: 0.5 });
  });

  it("is E without a score when nothing unseen could save it, and unknown when it could", () => {
    const undecided = finding({ category: "dns", state: "inconclusive" });
    const withOne = (severity: Severity) => hostScore("a.jp", [undecided, fail(severity)]);
    expect(withOne("critical")).toMatchObject({ score: null, grade: "E" });
    expect(withOne("high")).toMatchObject({ score: null, grade: null });
  });
});

describe("organisationScore", () => {
  it.each([
    [[], null],
    [[null], null],
    [[80], 80],
    [[100, 0], 33],
    [[100, 100, 0], 50],
    [[null, 70, null], 70],
  ])("%j → %s", (scores, expected) => {
    expect(organisationScore(scores).score).toBe(expected);
  });
});

const states: readonly State[] = ["pass", "fail", "warn", "info", "not-applicable", "inconclusive"];
const severities = Object.keys(SEVERITY_POINTS) as readonly Severity[];
const anyFinding = fc
  .record({
    check: fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `check-${at}`)),
    category: fc.constantFrom<Category>(...CATEGORIES),
    state: fc.constantFrom(...states),
    severity: fc.constantFrom(...severities),
    outcome: fc.constantFrom("a", "b"),
    bonus: fc.constantFrom(0, 0, 5),
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
        const { score } = categoryScore("http", findings);
        if (plain.score !== null && plain.score < BONUS_FLOOR - 1) expect(score).toBe(plain.score);
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

  it("the order of findings changes nothing but the order of steps", () => {
    fc.assert(
      fc.property(fc.array(anyFinding), (findings) => {
        const there = hostScore("a.jp", findings);
        const back = hostScore("a.jp", findings.toReversed());
        expect([back.score, back.grade, back.coverage]).toEqual([
          there.score,
          there.grade,
          there.coverage,
        ]);
      }),
    );
  });

  it("an organisation stands between its lowest host and the plain mean", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1 }), (scores) => {
        const { score } = organisationScore(scores);
        const mean = scores.reduce((sum, next) => sum + next, 0) / scores.length;
        expect(score).toBeGreaterThanOrEqual(Math.min(...scores));
        expect(score).toBeLessThanOrEqual(Math.round(mean));
      }),
    );
  });
});
