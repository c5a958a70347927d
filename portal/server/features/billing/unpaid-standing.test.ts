import { expect, test } from "vitest";
import { isSuspendedNext, standingOf } from "./unpaid-standing.ts";

const contract = {
  id: "c",
  plan: "detailed",
  has_trial: false,
  free_until: null,
  ends_on: null,
  ended_on: null,
  suspended_on: null,
  failed: ["2027-01-01"],
} as const;
const now = new Date("2027-01-02T01:00:00Z");
const onFifteenth = { at: new Date("2027-01-15T01:00:00Z"), payBy: "2027-01-14" };

test.each([
  ["suspends on the course's last day", {}, "running", onFifteenth],
  [
    "counts the course that ends first",
    { failed: ["2027-01-02", "2027-01-01"] },
    "running",
    onFifteenth,
  ],
  [
    "passes over a course that is over",
    { failed: ["2026-12-01", "2027-01-01"] },
    "running",
    onFifteenth,
  ],
  ["is not suspended once it is", { suspended_on: "2027-01-01" }, "suspended", null],
  ["is not suspended once it has ended", { ended_on: "2026-12-31" }, "ended", null],
  ["is not suspended when it ends before", { ends_on: "2027-01-14" }, "running", null],
  ["is when it ends on that day", { ends_on: "2027-01-15" }, "running", onFifteenth],
  ["is not where nothing has failed", { failed: [] }, "running", null],
] as const)("an unpaid plan %s", (_, change, plan, suspension) => {
  expect(standingOf({ ...contract, ...change }, now)).toEqual({ plan, suspension });
});

test("the mail about a suspension stands for that of the last failure, from its moment on", () => {
  const running = { plan: "running", suspension: null } as const;
  const end = new Date("2027-01-15T01:00:00Z");
  expect(isSuspendedNext("2027-01-01", running, end)).toBe(true);
  expect(isSuspendedNext("2027-01-01", running, new Date(end.getTime() - 1))).toBe(false);
  for (const plan of ["suspended", "ended"] as const) {
    expect(isSuspendedNext("2027-01-01", { plan, suspension: null }, end)).toBe(false);
  }
});
