import { describe, expect, it } from "vitest";
import type { Cap, Category, Finding, Severity } from "../engine/finding.ts";
import { CAP_GRADES, gradeOf } from "../engine/grades.ts";
import { CATEGORIES, CATEGORY_WEIGHTS, hostScore } from "./host-score.ts";
import { organisationScore } from "./organisation-score.ts";
import { SCORE_VERSION } from "./score-version.ts";
import { fail, finding } from "./testing/sample-finding.ts";

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

  it.each(Object.entries(CAP_GRADES))("%s holds category and host at %s", (cap, grade) => {
    const known = cap as Cap;
    const host = hostScore("a.jp", [
      ...everything,
      finding({ category: "tls", state: "warn", severity: "info", cap: known }),
    ]);
    expect(host).toMatchObject({ grade });
    expect(host.caps).toHaveLength(1);
    expect(host.categories.find(({ category }) => category === "tls")).toMatchObject({ grade });
    const passed = hostScore("a.jp", [...everything, finding({ category: "tls", cap: known })]);
    expect(passed).toMatchObject({ grade: "A", caps: [] });
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

  it("three causes of high or more hold a host at D, however sound the rest is", () => {
    const high = (cause: string) =>
      fail("high", { category: "dns", cause: { kind: "name", name: cause } });
    const grade = (...more: Finding[]) => hostScore("a.jp", [...everything, ...more]).grade;
    expect(grade(high("one"), high("two"))).toBe("C");
    expect(grade(high("one"), high("two"), high("two"))).toBe("C");
    expect(grade(high("one"), high("two"), high("three"))).toBe("D");
  });

  it("of two hosts under one limit the better one stands higher", () => {
    const under = (...more: Finding[]) =>
      hostScore("a.jp", [...everything, fail("critical", { category: "dns" }), ...more]).score ?? 0;
    expect(under()).toBeGreaterThan(under(fail("high", { category: "http" })));
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
  it("weighs web 30, TLS 25, mail 20, names 15, ports 10 over what applies", () => {
    expect(Object.values(CATEGORY_WEIGHTS).reduce((sum, next) => sum + next, 0)).toBe(100);
    const findings = [finding({ category: "dns" }), fail("medium", { category: "tls" })];
    expect(hostScore("a.jp", findings).score).toBe(Math.round((100 * 15 + 90 * 25) / 40));
  });

  it("takes the worst address of a category that is examined address by address", () => {
    const at = (address: string, more: Partial<Finding>) =>
      finding({ category: "ports", place: { host: "a.jp", address }, ...more });
    const findings = [at("1.1.1.1", {}), at("1.1.1.2", { state: "fail", severity: "critical" })];
    const ports = hostScore("a.jp", findings).categories.find(
      ({ category }) => category === "ports",
    );
    expect(ports).toMatchObject({ score: 20, address: "1.1.1.2" });
  });

  it("does not take a name server's address for one of the host's", () => {
    const at = (address: string, more: Partial<Finding>) =>
      finding({ category: "dns", place: { host: "a.jp", address }, ...more });
    const findings = [
      at("1.1.1.1", { state: "fail", severity: "medium" }),
      at("1.1.1.2", { state: "fail", severity: "medium" }),
    ];
    expect(hostScore("a.jp", findings).score).toBe(80);
  });

  it("is graded by what was seen, and says so when that is little", () => {
    const undecided = ["a", "b", "c"].map((check) =>
      finding({ check, category: "dns", state: "inconclusive" }),
    );
    const withOne = (severity: Severity) => hostScore("a.jp", [...undecided, fail(severity)]);
    // What was found is E already: nothing undecided can change that.
    expect(withOne("critical")).toMatchObject({ grade: "E", atMost: false, coverage: 0.25 });
    expect(withOne("high")).toMatchObject({ grade: "C", atMost: true });
    expect(hostScore("a.jp", undecided)).toMatchObject({ score: null, grade: null });
  });
});

describe("a host with several addresses", () => {
  const at = (address: string | undefined, more: Partial<Finding>) =>
    finding({
      category: "tls",
      ...more,
      place: { host: "a.jp", ...(address === undefined ? {} : { address }) },
    });
  const category = (findings: readonly Finding[], name: Category = "tls") =>
    hostScore("a.jp", findings).categories.find((one) => one.category === name);
  const bad = { state: "fail", severity: "medium" } as const;

  it.each([
    ["the second is worse", [at("192.0.2.1", {}), at("192.0.2.2", bad)], "192.0.2.2"],
    ["the first is worse", [at("192.0.2.1", bad), at("192.0.2.2", {})], "192.0.2.1"],
    ["both are alike: the first", [at("192.0.2.1", bad), at("192.0.2.2", bad)], "192.0.2.1"],
    [
      "one could not be examined",
      [at("192.0.2.1", { state: "inconclusive" }), at("192.0.2.2", bad)],
      "192.0.2.2",
    ],
    [
      "the other could not be examined",
      [at("192.0.2.1", bad), at("192.0.2.2", { state: "inconclusive" })],
      "192.0.2.1",
    ],
  ])("is judged by its worst one: %s", (_case, findings, address) => {
    expect(category(findings)).toMatchObject({ score: 90, address });
  });

  it("has findings without an address counted with each of them", () => {
    const findings = [at(undefined, bad), at("192.0.2.1", bad), at("192.0.2.2", {})];
    expect(category(findings)).toMatchObject({ score: 80, address: "192.0.2.1" });
  });

  it("names its only address, and none where none was examined", () => {
    expect(category([at("192.0.2.1", bad), at(undefined, bad)])).toMatchObject({
      score: 80,
      address: "192.0.2.1",
    });
    expect(category([at(undefined, bad)])).toMatchObject({ address: null });
    expect(category([at("192.0.2.1", { category: "http" })], "http")?.address).toBe("192.0.2.1");
    expect(category([at("192.0.2.1", { category: "mail" })], "mail")?.address).toBeNull();
  });

  it("has at most its score when another address hides too much", () => {
    const hidden = ["a", "b", "c"].map((check) =>
      at("192.0.2.2", { check, state: "inconclusive" }),
    );
    const findings = [at("192.0.2.1", bad), at("192.0.2.2", { check: "d" }), ...hidden];
    expect(category(findings)).toMatchObject({ score: 90, coverage: 0.4, atMost: true });
    // One of five that could cost little changes no grade.
    const enough = [
      at("192.0.2.1", bad),
      ...["a", "b", "c"].map((check) => at("192.0.2.2", { check })),
    ];
    const undecided = (severity: Severity) =>
      at("192.0.2.2", { state: "inconclusive", atWorst: { severity, cap: null } });
    expect(category([...enough, undecided("low")])).toMatchObject({
      coverage: 0.8,
      score: 90,
      ends: { most: 90, least: 90 },
      atMost: false,
    });
    expect(category([...enough, undecided("high")])).toMatchObject({
      ends: { least: 80 },
      atMost: true,
    });
    expect(category(hidden.concat(at("192.0.2.1", { state: "inconclusive" })))).toMatchObject({
      score: null,
      atMost: false,
    });
  });
});

describe("a host's result", () => {
  it("names the host, the version of the score and its categories in the order of reports", () => {
    const result = hostScore("www.a.jp", [finding()]);
    expect(result).toMatchObject({ host: "www.a.jp", version: SCORE_VERSION, coverage: 1 });
    expect(result.categories.map(({ category }) => category)).toEqual([
      ...["dns", "mail", "tls", "http", "ports"],
    ]);
  });

  it.each([
    ["mail and ports", ["mail", "ports"], Math.round((100 * 20 + 90 * 10) / 30)],
    ["web and mail", ["http", "mail"], Math.round((100 * 30 + 90 * 20) / 50)],
  ] as const)("weighs %s", (_case, [good, poor], score) => {
    const findings = [finding({ category: good }), fail("medium", { category: poor })];
    expect(hostScore("a.jp", findings).score).toBe(score);
  });

  const hidden = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      finding({ state: "inconclusive", key: `hidden ${at}` }),
    );
  const seen = Array.from({ length: 8 }, () => finding());

  // No share of what is undecided is a cliff: the ends move with each check.
  it.each([
    [0, { atMost: false, score: 100, ends: { most: 100, least: 100 }, grade: "A" }],
    [1, { atMost: false, score: 89, ends: { most: 800 / 9, least: 800 / 9 }, grade: "A" }],
    [2, { atMost: false, score: 80, ends: { most: 80, least: 80 }, grade: "A" }],
    [3, { atMost: false, score: 73, ends: { most: 800 / 11, least: 800 / 11 }, grade: "B" }],
    [8, { atMost: false, score: 62, ends: { least: 60 }, grade: "C" }],
    [500, { atMost: true, score: 50, ends: { least: 0 }, grade: "C" }],
  ] as const)("8 good checks and %i that may cost little: %j", (count, expected) => {
    const little = hidden(count).map((one) => ({
      ...one,
      atWorst: { severity: "low", cap: null } as const,
    }));
    expect(hostScore("a.jp", [...seen, ...little])).toMatchObject(expected);
  });

  it("loses nothing by checks that could cost nothing", () => {
    const harmless = { severity: "info", cap: null } as const;
    const undecided = hidden(8).map((one) => ({ ...one, atWorst: harmless }));
    expect(hostScore("a.jp", [...seen, ...undecided])).toMatchObject({ score: 100 });
  });

  it("names the strictest limit that something undecided could still set", () => {
    const one = { ...finding({ state: "inconclusive" }), check: "port-data" };
    const limited = (cap: Cap) =>
      hostScore("a.jp", [...seen, { ...one, atWorst: { severity: "medium", cap } }]);
    expect(limited("old-tls")).toMatchObject({ score: 89, lowestLimit: "B", atMost: true });
    expect(limited("no-https")).toMatchObject({ lowestLimit: "C", atMost: true });
  });

  it("has no score when nothing was decided, and the domain no better one for that", () => {
    const unknown = hostScore("b.jp", hidden(1));
    expect(unknown.ends?.least).toBe(0);
    expect(unknown).toMatchObject({ atMost: false, score: null, grade: null });
    const known = hostScore("a.jp", seen);
    expect(organisationScore([known, unknown])).toMatchObject({
      atMost: true,
      grade: "B",
      // The mean would be 33; what is undecided might be critical, and hold the domain at E.
      least: 11,
    });
  });
});
