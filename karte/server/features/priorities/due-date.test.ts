import { describe, expect, test } from "vitest";
import { dueIn, dueOn, overdueBy, weighsMoreFrom, workingDaysAfter } from "./due-date.ts";

describe("working days of Japan", () => {
  test.each([
    ["2026-11-20", 1, "2026-11-24", "a weekend, then Labour Thanksgiving Day on a Monday"],
    ["2026-11-24", 3, "2026-11-27", "three plain days"],
    ["2026-05-01", 1, "2026-05-07", "Golden Week with its substitute holiday"],
    ["2026-12-28", 1, "2027-01-04", "New Year"],
    ["2026-09-18", 1, "2026-09-24", "a day between two holidays is one too"],
    ["2026-11-24", 0, "2026-11-24", "none"],
  ])("%s and %i more: %s (%s)", (from, days, expected) => {
    expect(workingDaysAfter(from, days)).toBe(expected);
  });

  test("a finding of the evening is due from the day in Tokyo", () => {
    expect(dueOn("critical", new Date("2026-11-24T15:30:00Z"))).toBe("2026-11-30");
    expect(dueOn("info", new Date())).toBeUndefined();
  });
});

describe("late", () => {
  const at = (day: string, time = "03:00") => new Date(`${day}T${time}:00Z`);

  test.each([
    [null, at("2026-11-24"), null, "what has no day"],
    ["2026-11-24", at("2026-11-24"), { kind: "today" }, "today"],
    [
      "2026-11-24",
      at("2026-11-24", "14:59"),
      { kind: "today" },
      "a minute before midnight in Tokyo",
    ],
    [
      "2026-11-24",
      at("2026-11-24", "15:00"),
      { kind: "overdue", workingDays: 1 },
      "midnight in Tokyo",
    ],
    ["2026-11-27", at("2026-11-24"), { kind: "left", workingDays: 3 }, "three days"],
    [
      "2026-11-20",
      at("2026-11-23"),
      { kind: "overdue", workingDays: 0 },
      "a long weekend after it",
    ],
    ["2026-12-28", at("2027-01-04"), { kind: "overdue", workingDays: 1 }, "New Year between"],
    ["2028-02-28", at("2028-03-01"), { kind: "overdue", workingDays: 2 }, "a leap day between"],
  ] as const)("due %s at %s: %o (%s)", (on, now, expected, _why) => {
    const due = dueIn(on, now);
    expect(due).toEqual(expected);
    expect(overdueBy(on, now)).toBe(due?.kind === "overdue" ? due.workingDays : 0);
  });

  test.each([
    [null, undefined, "never: no day"],
    ["2026-11-27", "2026-11-30", "on the working day after it"],
    ["2026-11-24", "2026-11-25", "tomorrow, when it is due today"],
    ["2026-11-19", "2026-11-25", "tomorrow, when it is late"],
    ["2026-10-01", undefined, "never: it weighs all it can"],
  ] as const)("what is due %s weighs more from %s (%s)", (on, from, _why) => {
    expect(weighsMoreFrom(on, at("2026-11-24"))).toBe(from);
  });
});

test("of a day that somebody sets long ago or far ahead, two years are counted", () => {
  const now = new Date("2026-11-24T03:00:00Z");
  const long = overdueBy("0001-01-01", now);
  expect(long).toBeGreaterThan(0);
  expect(long).toBeLessThanOrEqual(2 * 366);
  expect(dueIn("9999-12-31", now)).toMatchObject({ kind: "left" });
});
