import { describe, expect, it } from "vitest";
import { hostScore } from "./host-score.ts";
import { organisationScore } from "./organisation-score.ts";
import { fail, finding } from "./testing/sample-finding.ts";

const hosts = (scores: readonly (number | null)[]) =>
  scores.map((score, at) => ({
    host: `${at}.a.jp`,
    score,
    ends: score === null ? null : { most: score, least: score },
    lowestLimit: null,
    caps: [],
  }));

describe("organisationScore", () => {
  it.each([
    [[], null],
    [[null], null],
    [[80], 80],
    [[100, 0], 33],
    [[100, 100, 0], 50],
    [[null, 70, null], 70],
  ])("%j → %s", (scores, expected) => {
    expect(organisationScore(hosts(scores)).score).toBe(expected);
  });

  it("is never better than the limit of its worst host", () => {
    const bad = hostScore("bad.a.jp", [fail("critical")]);
    const good = Array.from({ length: 60 }, () => hostScore("good.a.jp", [finding()]));
    const result = organisationScore([...good, bad]);
    expect(result).toMatchObject({ score: 34, grade: "E" });
    expect(result.caps).toMatchObject([{ host: "bad.a.jp", grade: "E" }]);
  });

  it("counts its hosts, and says at most where one was not seen whole", () => {
    const whole = hosts([80, 90]);
    expect(organisationScore(whole)).toMatchObject({ atMost: false, scored: 2, hosts: 2 });
    const unseen = [
      ...hosts([80]),
      { ...hosts([null])[0], ends: { most: 100, least: 60 } },
    ] as typeof whole;
    expect(organisationScore(unseen)).toMatchObject({
      atMost: true,
      scored: 1,
      hosts: 2,
      grade: "A",
    });
    const [first, ...rest] = whole;
    const half = first ? [{ ...first, ends: { most: 80, least: 30 } }, ...rest] : [];
    expect(organisationScore(half)).toMatchObject({ atMost: true, score: 83, least: 50 });
    const close = first ? [{ ...first, ends: { most: 80, least: 79 } }, ...rest] : [];
    expect(organisationScore(close).atMost).toBe(false);
    expect(organisationScore(hosts([null]))).toEqual({
      score: null,
      exact: null,
      grade: null,
      atMost: false,
      least: null,
      caps: [],
      scored: 0,
      hosts: 1,
    });
  });

  it("weighs the lowest most, in whatever order hosts come", () => {
    // (10 × 3 + 50 × 2 + 90 × 1) ÷ 6
    for (const scores of [
      [10, 50, 90],
      [90, 50, 10],
      [50, 90, 10],
    ]) {
      expect(organisationScore(hosts(scores)).score).toBe(37);
    }
  });

  it("names the strictest limit of each host that has one, strictest first", () => {
    const two = hostScore("two.a.jp", [fail("high"), fail("critical")]);
    const one = hostScore("one.a.jp", [fail("high")]);
    const none = hostScore("none.a.jp", [finding()]);
    const { caps } = organisationScore([none, one, two]);
    expect(caps.map(({ host, grade }) => [host, grade])).toEqual([
      ["two.a.jp", "E"],
      ["one.a.jp", "C"],
    ]);
  });
});
