import { expect, test } from "vitest";
import { causesBetween, type RunTrace } from "./grade-causes.ts";
import { causeSentence, reportWords } from "./report-words.ts";

const finding = (key: string, severity: "high" | "low" = "low", host = "www") => ({
  key,
  check: "tls.expired",
  host,
  severity,
  summary: { ja: key, en: key },
});

const trace = (more: Partial<RunTrace> = {}): RunTrace => ({
  scoreVersion: "2",
  hosts: [{ host: "www", score: 80 }],
  findings: [],
  ...more,
});

const kinds = (before: RunTrace, after: RunTrace) =>
  causesBetween(before, after).map((cause) => cause.kind);

test.each([
  ["nothing changed", trace(), trace(), []],
  ["a new finding", trace(), trace({ findings: [finding("a")] }), ["appeared"]],
  ["a mended one", trace({ findings: [finding("a")] }), trace(), ["disappeared"]],
  [
    "one that is worse now",
    trace({ findings: [finding("a")] }),
    trace({ findings: [finding("a", "high")] }),
    ["severity"],
  ],
  ["other rules", trace(), trace({ scoreVersion: "3" }), ["score-version"]],
  [
    "a host more",
    trace(),
    trace({ hosts: [...trace().hosts, { host: "x", score: 10 }] }),
    ["asset-found"],
  ],
  [
    "a host less",
    trace({ hosts: [...trace().hosts, { host: "x", score: 1 }] }),
    trace(),
    ["asset-gone"],
  ],
  [
    "a host whose score moved by itself",
    trace(),
    trace({ hosts: [{ host: "www", score: 60 }] }),
    ["undecided"],
  ],
  [
    "a host whose score a finding explains",
    trace(),
    trace({ hosts: [{ host: "www", score: 60 }], findings: [finding("a")] }),
    ["appeared"],
  ],
  [
    "the heaviest first",
    trace({ findings: [finding("old")] }),
    trace({ scoreVersion: "3", findings: [finding("low"), finding("worse", "high")] }),
    ["score-version", "appeared", "appeared", "disappeared"],
  ],
] as const)("%s", (_, before, after, expected) => {
  expect(kinds(before, after)).toEqual(expected);
});

test("a severity that a policy says stands before the check's, and only where it is another", () => {
  const ruled = new Map([
    ["a", "low"],
    ["b", "high"],
  ] as const);
  const after = trace({ findings: [finding("a", "high"), finding("b", "high")] });
  const sentences = (["ja", "en"] as const).map((locale) =>
    causesBetween(trace(), after, ruled).map((cause) =>
      causeSentence(reportWords[locale], cause, locale),
    ),
  );
  expect(sentences).toEqual([
    ["新しく見つかった：www – a (低、診断結果では高)", "新しく見つかった：www – b (高)"],
    ["New: www – a (Low, the check says High)", "New: www – b (High)"],
  ]);
});
