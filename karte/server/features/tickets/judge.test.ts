import { ticketStates } from "@sekimori/karte-contract/words";
import { expect, test } from "vitest";
import { type Checked, heard, judge, type Standing } from "./judge.ts";

const standing: Standing = { state: "open", saidAt: null, since: 100 };
const seen: Checked = { open: 1, accepted: 0, closedAt: null, seenAt: 90 };
const fixed: Checked = { open: 0, accepted: 0, closedAt: 200, seenAt: null };

test.each<[string, Partial<Standing>, Partial<Checked>, string, string | null]>([
  ["a check closed all of it", {}, fixed, "verified", "close"],
  [
    "said to be done, and a check agrees",
    { state: "said-done", saidAt: 150 },
    fixed,
    "verified",
    "close",
  ],
  [
    "said to be done, and no check has looked",
    { state: "said-done", saidAt: 150 },
    seen,
    "said-done",
    null,
  ],
  [
    "said to be done, seen since",
    { state: "said-done", saidAt: 150 },
    { ...seen, seenAt: 160 },
    "open",
    "reopen-still",
  ],
  ["a part is fixed", {}, { ...fixed, open: 1, seenAt: 210 }, "open", null],
  ["the rest is accepted", {}, { ...fixed, accepted: 1 }, "open", null],
  [
    "verified, and seen again",
    { state: "verified" },
    { ...seen, seenAt: 300 },
    "open",
    "reopen-back",
  ],
  ["verified, and a person reopened it", { state: "open", since: 200 }, fixed, "open", null],
  [
    "verified, reopened by a person, and done once more",
    { state: "said-done", saidAt: 250, since: 200 },
    fixed,
    "verified",
    "close",
  ],
  ["not there any more", { state: "gone" }, fixed, "gone", null],
  ["not made yet", { state: "waiting" }, fixed, "waiting", null],
])("%s", (_name, more, checked, state, act) => {
  expect(judge({ ...standing, ...more }, { ...seen, ...checked })).toMatchObject({ state, act });
});

test.each(ticketStates)("nobody's word makes a ticket that is %s verified", (state) => {
  for (const remote of ["open", "in-work", "done"] as const) {
    const next = heard(state, remote);
    if (state !== "verified") expect(next).not.toBe("verified");
    expect(judge({ state: next, saidAt: 1, since: 1 }, seen).state).not.toBe("verified");
  }
});

test("what we did ourselves reads as the state that it has", () => {
  expect(heard("verified", "done")).toBe("verified");
  expect(heard("open", "open")).toBe("open");
  expect(heard("said-done", "done")).toBe("said-done");
});

test("what was verified and cannot be closed there stays verified, whatever it says", () => {
  for (const remote of ["open", "in-work", "done"] as const) {
    expect(heard("verified", remote, true)).toBe("verified");
    expect(heard("open", remote, true)).toBe(heard("open", remote));
  }
});
