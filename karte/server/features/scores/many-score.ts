import { type Grade, gradeOf } from "@sekimori/diagnosis/grades";

/** How many domains have each score, 0 to 100. */
export type ScoreCounts = ReadonlyMap<number, number>;

/**
 * The engine's rule for many (mean weighted to the lowest: of n, the lowest weighs n and the best
 * 1), read from counts by score, so that 100,000 domains cost no more than a hundred numbers.
 */
export function manyScore(counts: ScoreCounts): {
  readonly score: number | null;
  readonly grade: Grade | null;
} {
  const exact = exactManyScore(counts);
  if (exact === null) return { score: null, grade: null };
  const score = Math.round(exact);
  return { score, grade: gradeOf(score) };
}

/** The same before it is rounded; null without domains. */
export function exactManyScore(counts: ScoreCounts): number | null {
  const rising = [...counts].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
  const all = rising.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return null;
  let weight = all;
  let sum = 0;
  for (const [score, count] of rising) {
    // count domains of one score weigh weight, weight − 1, … in turn.
    sum += score * ((count * (2 * weight - count + 1)) / 2);
    weight -= count;
  }
  return sum / ((all * (all + 1)) / 2);
}

/**
 * What all together gain when some of them do.
 *
 * @param gains score now, and points that it gains
 */
export function gainOfMany(
  counts: ScoreCounts,
  gains: readonly (readonly [score: number, points: number])[],
): number {
  const after = new Map(counts);
  const move = (score: number, by: number) => after.set(score, (after.get(score) ?? 0) + by);
  for (const [score, points] of gains) {
    move(score, -1);
    move(Math.min(100, score + points), 1);
  }
  return Math.max(0, (exactManyScore(after) ?? 0) - (exactManyScore(counts) ?? 0));
}

export function countScores(scores: readonly (number | null)[]): ScoreCounts {
  const counts = new Map<number, number>();
  for (const score of scores) if (score !== null) counts.set(score, (counts.get(score) ?? 0) + 1);
  return counts;
}
