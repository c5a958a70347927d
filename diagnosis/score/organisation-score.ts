import { type Grade, gradeOf } from "./grades.ts";

export interface OrganisationScore {
  readonly score: number | null;
  readonly grade: Grade | null;
  /** Hosts with a score, and all hosts. */
  readonly scored: number;
  readonly hosts: number;
}

/**
 * Mean of the hosts' scores weighted to the lowest: sorted upwards, the lowest of n hosts weighs
 * n, the next n−1, the best 1. One bad host shows, and no number of good ones hides it.
 */
export function organisationScore(scores: readonly (number | null)[]): OrganisationScore {
  const known = scores.filter((score) => score !== null).sort((left, right) => left - right);
  const count = known.length;
  if (count === 0) return { score: null, grade: null, scored: 0, hosts: scores.length };
  const weighted = known.reduce((sum, score, index) => sum + score * (count - index), 0);
  const score = Math.round(weighted / ((count * (count + 1)) / 2));
  return { score, grade: gradeOf(score), scored: count, hosts: scores.length };
}
