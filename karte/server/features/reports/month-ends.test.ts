import { expect, test } from "vitest";
import { firstDayOfYear, monthEnds } from "./month-ends.ts";

const point = (day: string, score: number | null, scoreVersion = "3.1") => ({
  day,
  score,
  grade: score === null ? null : ("B" as const),
  scoreVersion,
});
const scores = (points: Parameters<typeof monthEnds>[0], to: string) =>
  monthEnds(points, to).map(({ month, score }) => `${month} ${score}`);

test.each([
  ["2026-11-28", "2025-12-01"],
  ["2026-12-01", "2026-01-01"],
  ["2026-01-31", "2025-02-01"],
])("the year that ends on %s begins on %s", (to, from) => {
  expect(firstDayOfYear(to)).toBe(from);
});

test("a month ends as its last day says, or as it began; the first scan ends the unknown", () => {
  const points = [
    point("2026-02-03", 60),
    point("2026-02-28", 70),
    point("2026-03-01", 75),
    point("2026-06-30", null),
    point("2026-11-28", 80),
  ];
  expect(scores(points, "2026-11-28")).toEqual([
    "2025-12 null",
    "2026-01 null",
    "2026-02 70",
    "2026-03 75",
    "2026-04 75",
    "2026-05 75",
    "2026-06 null",
    "2026-07 null",
    "2026-08 null",
    "2026-09 null",
    "2026-10 null",
    "2026-11 80",
  ]);
});

test("a month that other rules began in says so, once, and whatever was unknown between", () => {
  const points = [
    point("2026-02-03", 60, "3.0"),
    point("2026-06-30", null, "3.0"),
    point("2026-08-02", 70, "3.1"),
    point("2026-11-28", 80, "3.1"),
  ];
  const marked = monthEnds(points, "2026-11-28").filter(({ isOtherRules }) => isOtherRules);
  expect(marked.map(({ month, scoreVersion }) => `${month} ${scoreVersion}`)).toEqual([
    "2026-08 3.1",
  ]);
});
