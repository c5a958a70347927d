import type { Finding } from "@sekimori/diagnosis/finding";
import { born, type FindingLife } from "@sekimori/karte-contract/finding-life";
import { describe, expect, test } from "vitest";
import {
  evidenceDigest,
  findingsAfter,
  isReported,
  type KnownFinding,
  type Seen,
} from "./findings-after.ts";

const host = "shop.example";
const now = Date.UTC(2026, 10, 1);

const open: FindingLife = { ...born("high", "earlier"), state: "open" };
const known: KnownFinding = { id: "1", key: "tls-old shop", check: "tls-old", host, life: open };

/** What the engine streamed of one check on one host. */
const looked = (state: Finding["state"], check = "tls-old", on = host): Finding =>
  ({
    ...{ key: `${check} ${on} ${state}`, check, state, outcome: "x", subject: null, evidence: [] },
    ...{ severity: state === "fail" ? "high" : null, place: { host: on } },
  }) as unknown as Finding;

const run = (seen: Partial<Seen>): Seen => ({
  findings: [],
  hosts: new Set([host]),
  vanished: new Set(),
  onlyCheck: null,
  ...seen,
});

/** What becomes of the one stored finding. */
function after(seen: Partial<Seen>) {
  const [change] = findingsAfter([known], run(seen), now);
  return change && [change.life.state, change.life.unconfirmedSince, change.reason];
}

test.each<[string, Partial<Seen>, ReturnType<typeof after>]>([
  [
    "the same check passed on the same host",
    { findings: [looked("pass")] },
    ["fixed", null, "check-passed"],
  ],
  ["nothing of the check came", {}, ["open", now, "could-not-look"]],
  [
    "the check did not come to an end",
    { findings: [looked("inconclusive")] },
    ["open", now, "could-not-look"],
  ],
  [
    "one of its two looks did not",
    { findings: [looked("pass"), looked("inconclusive")] },
    ["open", now, "could-not-look"],
  ],
  [
    "another check passed there",
    { findings: [looked("pass", "tls-new")] },
    ["open", now, "could-not-look"],
  ],
  [
    "it passed on another host",
    { findings: [looked("pass", "tls-old", "www.example")] },
    ["open", now, "could-not-look"],
  ],
  [
    "the host was not examined",
    { findings: [looked("pass")], hosts: new Set() },
    ["open", now, "could-not-look"],
  ],
  ["its host leads nowhere any more", { vanished: new Set([host]) }, ["gone", null, "asset-gone"]],
  ["only another check was made again", { onlyCheck: "tls-new" }, undefined],
])("a finding that is not reported: %s", (_what, seen, expected) => {
  expect(after(seen)).toEqual(expected);
});

test("what is reported is found by its key alone; what is new is born", () => {
  const again = { ...looked("fail"), key: known.key };
  const other = looked("fail", "tls-new");
  const changes = findingsAfter([known], run({ findings: [again, other, looked("pass")] }), now);
  expect(changes.map(({ known: of, life, reason }) => [of?.id, life.state, reason])).toEqual([
    ["1", "open", null],
    [undefined, "new", "seen-first"],
  ]);
});

test.each([
  ["fail", "high", true],
  ["warn", "low", true],
  ["fail", null, false],
  ["warn", null, false],
  ["pass", "high", false],
  ["info", "info", false],
  ["inconclusive", "high", false],
] as const)("%s with the severity %s is reported: %s", (state, severity, expected) => {
  expect(isReported({ ...looked("fail"), state, severity } as Finding)).toBe(expected);
});

test("of findings that were stored earlier only what the run reports or decides is changed", () => {
  const other: KnownFinding = { ...known, id: "2", key: "tls-new shop", check: "tls-new" };
  const changes = findingsAfter([other, known], run({ onlyCheck: "tls-old" }), now);
  expect(changes.map(({ known: of }) => of?.id)).toEqual(["1"]);
});

describe("the evidence of a finding", () => {
  const fact = (name: string, value: unknown, unit?: string) => ({ name, value, unit });
  const digest = (change: Readonly<Record<string, unknown>>) =>
    evidenceDigest({ ...looked("fail"), ...change } as unknown as Finding);
  const whole = { evidence: [fact("protocol", "TLSv1"), fact("port", 443)] };

  test("is the same in another order, and while only time passes", () => {
    const { evidence } = whole;
    expect(digest({ evidence: evidence.toReversed() })).toBe(digest(whole));
    expect(digest(whole)).toMatch(/^[\w-]{22}$/);
    for (const unit of ["days", "seconds"]) {
      expect(digest({ evidence: [...evidence, fact("left", 3, unit)] })).toBe(digest(whole));
    }
  });

  test.each([
    ["another value", { evidence: [fact("protocol", "TLSv1.1"), fact("port", 443)] }],
    ["another name", { evidence: [fact("protocol", "TLSv1"), fact("place", 443)] }],
    ["one fact more", { evidence: [...whole.evidence, fact("size", 3, "bytes")] }],
    ["another outcome", { ...whole, outcome: "y" }],
    ["another subject", { ...whole, subject: "www" }],
  ])("is another with %s", (_what, change) => {
    expect(digest(change)).not.toBe(digest(whole));
  });
});
