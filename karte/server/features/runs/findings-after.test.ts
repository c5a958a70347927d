import type { Finding } from "@sekimori/diagnosis/finding";
import { born, type FindingLife } from "@sekimori/karte-contract/finding-life";
import { expect, test } from "vitest";
import { findingsAfter, type KnownFinding, type Seen } from "./findings-after.ts";

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
