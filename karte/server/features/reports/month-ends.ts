import type { Grade } from "@sekimori/diagnosis/grades";

/** A year, which a boss compares. */
export const monthsShown = 12;

interface Known {
  readonly score: number | null;
  readonly grade: Grade | null;
}

/** How a month ended: what was known last, in it or before; nothing before the first scan. */
export interface MonthEnd extends Known {
  /** `2026-11`. */
  readonly month: string;
}

/** The first day of the first month that is shown of the year which ends on a day of Asia/Tokyo. */
export function firstDayOfYear(to: string): string {
  const [year = 0, month = 1] = to.split("-").map(Number);
  return new Date(Date.UTC(year, month - monthsShown, 1)).toISOString().slice(0, 10);
}

/** How each of twelve months ended, the last one so far as the day says; points in order of their days. */
export function monthEnds(
  points: readonly (Known & { readonly day: string })[],
  to: string,
): readonly MonthEnd[] {
  const first = new Date(firstDayOfYear(to));
  return Array.from({ length: monthsShown }, (_, index) => {
    const day = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + index, 1));
    const month = day.toISOString().slice(0, 7);
    const last = points.findLast((point) => point.day.slice(0, 7) <= month);
    return { month, score: last?.score ?? null, grade: last?.grade ?? null };
  });
}
