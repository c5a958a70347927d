import type { Category, Finding } from "../engine/finding.ts";
import { type AppliedCap, type Grade, gradeOf, underCaps } from "../engine/grades.ts";
import { type CategoryScore, categoryScore } from "./category-score.ts";
import { coverageOf, isDecided, limitsOf, MIN_COVERAGE } from "./coverage.ts";
import { SCORE_VERSION } from "./score-version.ts";

/** What each category weighs, of the ones that apply; the order of reports. */
export const CATEGORY_WEIGHTS: Readonly<Record<Category, number>> = {
  http: 30,
  tls: 25,
  mail: 20,
  dns: 15,
  ports: 10,
};

export const CATEGORIES: readonly Category[] = ["dns", "mail", "tls", "http", "ports"];

/** Categories whose checks run once per address. */
const BY_ADDRESS: ReadonlySet<Category> = new Set(["tls", "http", "ports"]);

export interface HostScore {
  readonly version: string;
  readonly host: string;
  /** Weighted mean of the categories that have a score, held down by the limits; 0 to 100. */
  readonly score: number | null;
  /** null only when nothing at all could be decided. */
  readonly grade: Grade | null;
  /** Too little was decided: score and grade are what the host has at most. */
  readonly atMost: boolean;
  readonly coverage: number | null;
  readonly categories: readonly CategoryScore[];
  /** Every limit on the grade, strictest first. */
  readonly caps: readonly AppliedCap[];
}

/**
 * Score and grade of one host. A category that was examined on several addresses counts with its
 * worst address. A category of which nothing was decided is left out of the mean; no limit ever is.
 */
export function hostScore(host: string, findings: readonly Finding[]): HostScore {
  const categories = CATEGORIES.map((category) => worstAddress(category, findings));
  const coverage = coverageOf(findings);
  const caps = limitsOf(findings);
  const common = { version: SCORE_VERSION, host, coverage, categories, caps };
  const mean = weightedMean(categories);
  if (mean === null) return { ...common, score: null, grade: null, atMost: false };
  const score = underCaps(mean, caps);
  const atMost = coverage !== null && coverage < MIN_COVERAGE;
  return { ...common, score, grade: gradeOf(score), atMost };
}

function weightedMean(categories: readonly CategoryScore[]): number | null {
  let [sum, weights] = [0, 0];
  for (const { category, score } of categories) {
    if (score === null) continue;
    sum += score * CATEGORY_WEIGHTS[category];
    weights += CATEGORY_WEIGHTS[category];
  }
  return weights === 0 ? null : Math.round(sum / weights);
}

function worstAddress(category: Category, findings: readonly Finding[]): CategoryScore {
  const own = findings.filter((finding) => finding.category === category);
  const seen = BY_ADDRESS.has(category) ? own.flatMap(({ place }) => place.address ?? []) : [];
  // Sorted, so that of two that are equally bad the same one is named in every scan.
  const addresses = [...new Set(seen)].sort();
  if (addresses.length < 2) return categoryScore(category, own, addresses[0] ?? null);
  const scores = addresses.map((address) =>
    categoryScore(
      category,
      own.filter(({ place }) => place.address === undefined || place.address === address),
      address,
    ),
  );
  const worst = scores.reduce((low, next) =>
    (next.score ?? Number.POSITIVE_INFINITY) < (low.score ?? Number.POSITIVE_INFINITY) ? next : low,
  );
  // What one address hides is not made up for by what another shows.
  const coverage = coverageOf(own);
  const atMost = own.some(isDecided) && coverage !== null && coverage < MIN_COVERAGE;
  return { ...worst, coverage, atMost };
}
