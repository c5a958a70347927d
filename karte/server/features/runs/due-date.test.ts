import { describe, expect, test } from "vitest";
import { dueOn, workingDaysAfter } from "./due-date.ts";

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
