import type { Grade } from "@sekimori/diagnosis/grades";

/** A year, which a boss compares. */
export const monthsShown = 12;

interface Known {
  readonly score: number | null;
  readonly grade: Grade | null;
  /** Of the rules by which it was counted; null before the first scan. */
  readonly scoreVersion: string | null;
}

/** How a month ended: what was known last, in it or before; nothing before the first scan. */
export interface MonthEnd extends Known {
  /** `2026-11`. */
  readonly month: string;
  /** Other rules than the month before: the two are not compared. */
  readonly isOtherRules: boolean;
}

const nameOf = (year: number, month: number) =>
  `${year + Math.floor(month / 12)}-${String((((month % 12) + 12) % 12) + 1).padStart(2, "0")}`;

/** The months that are shown of the year which ends on a day of Asia/Tokyo, in their order. */
function monthsOf(to: string): readonly string[] {
  const [year = 0, month = 1] = to.split("-").map(Number);
  return Array.from({ length: monthsShown }, (_, index) =>
    nameOf(year, month - monthsShown + index),
  );
}

/** The first day of the first of them. */
export const firstDayOfYear = (to: string): string => `${monthsOf(to)[0]}-01`;

/** How each of twelve months ended, the last one so far as the day says; points in order of their days. */
export function monthEnds(
  points: readonly (Known & { readonly day: string })[],
  to: string,
): readonly MonthEnd[] {
  let before: string | null = null;
  return monthsOf(to).map((month) => {
    const last = points.findLast((point) => point.day.slice(0, 7) <= month);
    const known = last !== undefined && last.score !== null ? last : undefined;
    const scoreVersion = known?.scoreVersion ?? null;
    const isOtherRules = before !== null && scoreVersion !== null && scoreVersion !== before;
    before = scoreVersion ?? before;
    const [score, grade] = [known?.score ?? null, last?.grade ?? null];
    return { month, score, grade, scoreVersion, isOtherRules };
  });
}
