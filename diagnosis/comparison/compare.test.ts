import { expect, it } from "vitest";
import { compareFacts } from "./compare.ts";
import { falseAlarmsOnClean, scoreChecks } from "./score-checks.ts";

it("tells agreement, what we miss, what we add and what differs", () => {
  const truth = { a: true, b: true, c: true, d: true, e: true };
  const ours = new Map([
    ["a", true],
    ["c", true],
    ["d", false],
  ]);
  const theirs = new Map([
    ["a", true],
    ["b", true],
    ["d", true],
  ]);
  const rows = compareFacts("x", truth, ours, theirs).map(({ fact, relation }) => [fact, relation]);
  expect(rows).toEqual([
    ["a", "agree"],
    ["b", "we-miss"],
    ["c", "we-add"],
    ["d", "differ"],
  ]);
});

const finding = (check: string, severity: "high" | "low" | null) => ({
  key: check,
  check,
  category: "tls" as const,
  asset: "host:a.test",
  place: { host: "x.test" },
  state: severity === null ? ("pass" as const) : ("fail" as const),
  severity,
  outcome: "o",
  subject: null,
  summary: { ja: "", en: "" },
  evidence: [],
  unconfirmed: false,
  cap: null,
  bonus: 0,
  observedAt: "",
});

it("counts what was found, missed and raised falsely", () => {
  const examined = [
    {
      name: "one",
      problems: ["a", "b"],
      tolerated: ["c"],
      findings: [finding("a", "low"), finding("c", "low")],
    },
    {
      name: "clean",
      problems: [],
      tolerated: [],
      findings: [finding("a", "high"), finding("b", null)],
    },
  ];
  expect(scoreChecks(examined)).toEqual([
    { check: "a", found: 1, missed: 0, false: 1 },
    { check: "b", found: 0, missed: 1, false: 0 },
    { check: "c", found: 0, missed: 0, false: 0 },
  ]);
  expect(falseAlarmsOnClean(examined)).toEqual(["clean: a o"]);
});
