import { describe, expect, it } from "vitest";
import type { Category, Finding, Severity } from "../engine/finding.ts";
import { categoryScore } from "./category-score.ts";
import { fail, finding } from "./testing/sample-finding.ts";

describe("categoryScore", () => {
  it.each([
    ["nothing wrong", [finding()], 100],
    ["one critical: no better than E", [fail("critical")], 20],
    ["one high: no better than C", [fail("high")], 61],
    ["one medium", [fail("medium")], 90],
    ["one of each", [fail("critical"), fail("high"), fail("medium"), fail("low"), fail("info")], 9],
    ["a warning costs like a failure", [finding({ state: "warn", severity: "low" })], 95],
    ["information costs nothing", [finding({ state: "info", severity: "info" })], 100],
    ["never below zero", Array.from({ length: 9 }, () => fail("critical")), 0],
    [
      "ten cookies are one mistake",
      Array.from({ length: 10 }, (_, at) =>
        fail("medium", { check: "http-cookie", subject: `s${at}` }),
      ),
      90,
    ],
    [
      "two outcomes of one check cost once, at the worst",
      [fail("medium", { check: "c", outcome: "a" }), fail("low", { check: "c", outcome: "b" })],
      90,
    ],
    [
      "what was not decided erases nothing",
      [fail("high"), ...Array.from({ length: 9 }, () => finding({ state: "inconclusive" }))],
      61,
    ],
    ["nothing decided, no score", [finding({ state: "inconclusive" })], null],
    ["a bonus from 90 up, never above 100", [fail("low"), finding({ bonus: 10 })], 100],
    ["no bonus below 90", [fail("medium"), fail("low"), finding({ bonus: 10 })], 85],
    ["no bonus for what did not pass", [fail("low", { bonus: 10 })], 95],
  ])("%s", (_name, findings, score) => {
    expect(categoryScore("http", findings).score).toBe(score);
  });

  it.each([
    ["below", Array.from({ length: 9 }, () => fail("critical")), "No score is below 0"],
    ["above", [finding({ bonus: 10 })], "No score is above 100"],
  ])("says that a sum was taken back from %s", (_where, findings, en) => {
    const { score, steps } = categoryScore("http", findings);
    const bound = steps.find(({ kind }) => kind === "bound");
    expect(bound?.text.en).toBe(en);
    expect(bound?.text.ja).toContain("点を");
    expect(steps.reduce((sum, { points }) => sum + points, 100)).toBe(score);
  });

  it("is an interval by what is undecided, and says at most where its ends have two grades", () => {
    const list = (undecided: number, severity: Severity | null) => [
      ...Array.from({ length: 10 - undecided }, () => finding()),
      ...Array.from({ length: undecided }, () =>
        finding({ state: "inconclusive", atWorst: { severity, cap: null } }),
      ),
      finding({ state: "not-applicable" }),
    ];
    const of = (undecided: number, severity: Severity | null, least: number) => {
      const result = categoryScore("http", list(undecided, severity));
      expect(result).toMatchObject({ score: 100, ends: { most: 100, least } });
      return result.atMost;
    };
    expect(of(2, "medium", 80)).toBe(false);
    expect(of(3, "medium", 70)).toBe(true);
    // High: C at most, whatever the rest.
    expect(of(1, "high", 80)).toBe(true);
    expect(of(9, null, 100)).toBe(false);
    expect(categoryScore("http", list(3, "medium")).coverage).toBe(0.7);
    expect(categoryScore("http", [finding({ state: "not-applicable" })]).coverage).toBeNull();
  });

  it("counts findings with one cause once, at the worst, and shows the others at nothing", () => {
    const cause = { kind: "record", name: "sender policy of a.jp" } as const;
    const of = (check: string, severity: Severity) => fail(severity, { check, cause });
    const one = [of("mail-spf", "medium"), of("mail-spoof", "high"), of("mail-dmarc", "medium")];
    const { score, steps } = categoryScore("http", one);
    expect(
      steps.filter(({ kind }) => kind === "deduction").map((s) => [s.check, s.points]),
    ).toEqual([
      ["mail-spoof", -20],
      ["mail-spf", 0],
      ["mail-dmarc", 0],
    ]);
    expect(score).toBe(61);
    expect(categoryScore("http", [...one, fail("low")]).steps).toHaveLength(5);
  });

  it("is 0 where nobody can look the name up", () => {
    const lost = fail("high", { category: "dns", cap: "unresolvable" });
    const found = [lost, ...Array.from({ length: 9 }, () => finding({ category: "dns" }))];
    expect(categoryScore("dns", found)).toMatchObject({ score: 0, grade: "E" });
    const sum = categoryScore("dns", found).steps.reduce(
      (total, { points }) => total + points,
      100,
    );
    expect(sum).toBe(0);
  });

  it("is undecided where nothing of the page was seen, whatever the redirect is like", () => {
    const unseen = ["http-frame", "http-nosniff", "http-referrer"].map((check) =>
      finding({ check, state: "inconclusive" }),
    );
    const redirect = finding({ check: "http-redirect" });
    expect(categoryScore("http", [...unseen, redirect])).toMatchObject({
      score: null,
      ends: { most: 100 },
    });
    const exposed = fail("critical", { check: "exp-files" });
    expect(categoryScore("http", [...unseen, exposed])).toMatchObject({ score: 20, grade: "E" });
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
        fact("protocol:tls1.3", true),
        fact("keyExchange.weakestBits", 2048),
        fact("keyExchange.strongestBits", 4096),
        fact("cipher.strongestBits", 256),
      ],
    });
    const old = fail("medium", {
      category: "tls",
      check: "tls-old",
      evidence: [fact("protocol:tls1.0", true), fact("protocol:tls1.1", false)],
    });
    const weak = fail("medium", {
      category: "tls",
      check: "tls-weak",
      evidence: [fact("cipher.weakestBits", 112)],
    });
    const result = categoryScore("tls", [seen, old, weak]);
    // (90+100)/2 × 30 % + 100 × 30 % + (20+100)/2 × 40 %: nothing objects to the key exchange
    expect(result.score).toBe(Math.round(95 * 0.3 + 100 * 0.3 + 60 * 0.4));
    expect(result.steps.find(({ check }) => check === "tls-old")?.points).toBe(0);
  });
});

describe("the steps of a category", () => {
  const steps = (category: Category, findings: readonly Finding[]) =>
    categoryScore(category, findings).steps;
  const text = { ja: "要約", en: "summary" };

  it("name what was lost, and the limit that takes the rest, with the finding of each", () => {
    const high = fail("high", { check: "weak", key: "weak-1" });
    expect(steps("http", [finding(), high])).toEqual([
      { kind: "deduction", points: -20, check: "weak", finding: "weak-1", text },
      { kind: "cap", points: -19, check: null, finding: "weak-1", text },
    ]);
  });

  it("say what keeps a sum between 0 and 100, and add up to the score", () => {
    for (const [findings, points] of [
      [Array.from({ length: 3 }, () => fail("critical")), 20],
      [[fail("low"), finding({ bonus: 10 })], -5],
    ] as const) {
      const { score, steps } = categoryScore("http", findings);
      expect(steps.filter(({ kind }) => kind === "bound").map((step) => step.points)).toEqual([
        points,
      ]);
      expect(steps.reduce((sum, step) => sum + step.points, 100)).toBe(score);
    }
  });

  it("name no limit where the number is already below it", () => {
    const findings = [
      ...Array.from({ length: 3 }, () => fail("medium")),
      fail("medium", { cap: "old-tls" }),
    ];
    expect(steps("http", findings).map(({ kind }) => kind)).toEqual([
      ...Array<string>(4).fill("deduction"),
    ]);
  });

  it("leave out other categories and what passed without a bonus", () => {
    expect(steps("http", [finding(), fail("low", { category: "dns" })])).toEqual([]);
  });

  it.each([
    ["a severity that costs nothing", fail("info")],
    ["no severity", finding({ state: "warn" })],
  ])("show %s as nothing lost", (_case, found) => {
    expect(steps("http", [found])[0]?.points).toBe(0);
  });

  it("give a bonus of each check once, the largest, of the first key that earned it", () => {
    const better = (key: string, bonus: number) => finding({ check: "better", key, bonus });
    const found = [fail("medium"), better("a", 2), better("b", 5), better("c", 5)];
    expect(steps("http", found)[1]).toEqual({
      kind: "bonus",
      points: 5,
      check: "better",
      finding: "b",
      text,
    });
    expect(categoryScore("http", found).score).toBe(95);
  });

  it.each([["tls-ssl"], ["tls-old"], ["tls-null"], ["tls-weak"], ["tls-dh"], ["cert-key"]])(
    "%s costs nothing beside the base of TLS, which rates it",
    (check) => {
      expect(steps("tls", [fail("medium", { category: "tls", check })])[0]?.points).toBe(0);
      expect(steps("http", [fail("medium", { check })])[0]?.points).toBe(-10);
    },
  );

  it("show the base of TLS by its parts, each with its share in both languages", () => {
    const evidence = [
      { name: "protocol:ssl2", value: true },
      { name: "keyExchange.weakestBits", value: 0 },
      { name: "cipher.weakestBits", value: 0 },
    ];
    const check = "tls-weak";
    const base = steps("tls", [fail("low", { category: "tls", check, evidence })]).slice(0, 3);
    expect(base.map(({ kind, points }) => [kind, points])).toEqual([
      ["base", -30],
      ["base", -30],
      ["base", -40],
    ]);
    for (const [at, share] of ["30", "30", "40"].entries()) {
      expect(base[at]).toMatchObject({ check: null, finding: null });
      expect(base[at]?.text.ja).toContain(`${share}％`);
      expect(base[at]?.text.en).toContain(`${share} %`);
    }
    expect(new Set(base.map(({ text: { ja } }) => ja)).size).toBe(3);
    expect(new Set(base.map(({ text: { en } }) => en)).size).toBe(3);
  });

  it.each(["not-applicable", "inconclusive"] as const)(
    "are none where everything is %s, and neither is a score",
    (state) => {
      expect(categoryScore("http", [finding({ state })])).toEqual({
        category: "http",
        score: null,
        grade: null,
        atMost: false,
        ends: state === "inconclusive" ? { most: 100, least: 0 } : null,
        coverage: state === "inconclusive" ? 0 : null,
        steps: [],
        caps: [],
        address: null,
      });
    },
  );
});
