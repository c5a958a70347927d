import { type AppliedCap, type Grade, gradeOf, underCaps } from "../engine/grades.ts";
import type { HostScore } from "./host-score.ts";

/** A limit that one of the hosts sets for the whole domain. */
export interface OrganisationCap extends AppliedCap {
  readonly host: string;
}

export interface OrganisationScore {
  readonly score: number | null;
  /** The score before it is rounded: differences of less than a point are seen in it. */
  readonly exact: number | null;
  readonly grade: Grade | null;
  /** What is undecided could still change the grade: score and grade are what the domain has at most. */
  readonly atMost: boolean;
  /** The score if everything undecided failed; null when nothing applies. */
  readonly least: number | null;
  /** The strictest limit of each host that has one, strictest first. */
  readonly caps: readonly OrganisationCap[];
  /** Hosts with a score, and all hosts. */
  readonly scored: number;
  readonly hosts: number;
}

type Host = Pick<HostScore, "host" | "score" | "caps" | "ends" | "lowestLimit">;

/**
 * Mean of what the hosts earned, weighted to the lowest (sorted upwards, the lowest of n hosts weighs n,
 * the next n−1, the best 1), and never better than the limit of the worst host: one bad host shows,
 * and no number of good ones hides it.
 */
export function organisationScore(all: readonly Host[]): OrganisationScore {
  const caps = all
    .flatMap(({ host, caps: [strictest] }) => (strictest ? [{ ...strictest, host }] : []))
    .sort((left, right) => right.grade.localeCompare(left.grade));
  const lowest = all.flatMap(({ lowestLimit }) => lowestLimit ?? []).map((grade) => ({ grade }));
  const scored = all.filter(({ score }) => score !== null).length;
  // A host of which nothing was decided counts with its ends too: to lose sight of it lifts nothing.
  const low = weightedToLowest(all.map(({ ends }) => ends?.least ?? null));
  const least = low === null ? null : Math.round(underCaps(low, lowest));
  const common = { caps, scored, hosts: all.length, least };
  const mean = scored === 0 ? null : weightedToLowest(all.map(({ ends }) => ends?.most ?? null));
  if (mean === null) return { ...common, score: null, exact: null, grade: null, atMost: false };
  const exact = underCaps(mean, caps);
  const score = Math.round(exact);
  const grade = gradeOf(score);
  return { ...common, score, exact, grade, atMost: gradeOf(least ?? 0) !== grade };
}

function weightedToLowest(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null).sort((left, right) => left - right);
  const count = known.length;
  if (count === 0) return null;
  const weighted = known.reduce((sum, score, index) => sum + score * (count - index), 0);
  return weighted / ((count * (count + 1)) / 2);
}
