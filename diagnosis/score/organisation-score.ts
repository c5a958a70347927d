import { type AppliedCap, type Grade, gradeOf, underCaps } from "../engine/grades.ts";
import type { HostScore } from "./host-score.ts";

/** A limit that one of the hosts sets for the whole domain. */
export interface OrganisationCap extends AppliedCap {
  readonly host: string;
}

export interface OrganisationScore {
  readonly score: number | null;
  readonly grade: Grade | null;
  /** Too little was decided on at least one host. */
  readonly atMost: boolean;
  /** The strictest limit of each host that has one, strictest first. */
  readonly caps: readonly OrganisationCap[];
  /** Hosts with a score, and all hosts. */
  readonly scored: number;
  readonly hosts: number;
}

type Host = Pick<HostScore, "host" | "score" | "atMost" | "caps">;

/**
 * Mean of the hosts' scores weighted to the lowest (sorted upwards, the lowest of n hosts weighs n,
 * the next n−1, the best 1), and never better than the limit of the worst host: one bad host shows,
 * and no number of good ones hides it.
 */
export function organisationScore(all: readonly Host[]): OrganisationScore {
  const known = all.flatMap(({ score }) => (score === null ? [] : [score]));
  known.sort((left, right) => left - right);
  const caps = all
    .flatMap(({ host, caps: [strictest] }) => (strictest ? [{ ...strictest, host }] : []))
    .sort((left, right) => right.grade.localeCompare(left.grade));
  const common = { caps, scored: known.length, hosts: all.length };
  const count = known.length;
  if (count === 0) return { ...common, score: null, grade: null, atMost: false };
  const weighted = known.reduce((sum, score, index) => sum + score * (count - index), 0);
  const mean = Math.round(weighted / ((count * (count + 1)) / 2));
  const score = underCaps(mean, caps);
  const atMost = all.some((host) => host.atMost || host.score === null);
  return { ...common, score, grade: gradeOf(score), atMost };
}
