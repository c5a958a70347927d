import type { Category, Finding } from "../engine/finding.ts";
import { type AppliedCap, type Grade, gradeOf, underCaps, underLimit } from "../engine/grades.ts";
import { type CategoryScore, categoryScore, type Ends } from "./category-score.ts";
import { coverageOf, isDecided, seenCeiling } from "./coverage.ts";
import { limitsOf, lowestLimit } from "./ends.ts";
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
  /**
   * Weighted mean of the categories that apply, held down by the limits and by how much was seen; 0 to 100.
   * What is undecided passes in it. null only when nothing at all could be decided.
   */
  readonly score: number | null;
  readonly grade: Grade | null;
  /** What is undecided could still change the grade: score and grade are what the host has at most. */
  readonly atMost: boolean;
  /** Before limits, and not rounded; null when nothing applies. */
  readonly ends: Ends | null;
  /** The strictest limit on the grade if everything undecided failed. */
  readonly lowestLimit: Grade | null;
  readonly coverage: number | null;
  readonly categories: readonly CategoryScore[];
  /** Every limit on the grade, strictest first. */
  readonly caps: readonly AppliedCap[];
}

/**
 * Score and grade of one host. A category that was examined on several addresses counts with its worst
 * address. A category to which nothing applies is left out of the mean; no limit ever is.
 */
export function hostScore(host: string, findings: readonly Finding[]): HostScore {
  const categories = CATEGORIES.map((category) => worstAddress(category, findings));
  const caps = limitsOf(findings);
  const common = {
    ...{ version: SCORE_VERSION, host, coverage: coverageOf(findings), categories, caps },
    lowestLimit: lowestLimit(findings),
    ends: endsOf(categories, seenCeiling(findings)),
  };
  if (common.ends === null || !findings.some(isDecided))
    return { ...common, score: null, grade: null, atMost: false };
  const score = Math.round(underCaps(common.ends.most, caps));
  const grade = gradeOf(score);
  const lowest = gradeOf(Math.round(underLimit(common.ends.least, common.lowestLimit)));
  return { ...common, score, grade, atMost: lowest !== grade };
}

/** The categories' ends in one, held down by how much was seen. */
function endsOf(categories: readonly CategoryScore[], ceiling: number): Ends | null {
  const most = weightedMean(categories, ({ ends }) => ends?.most ?? null);
  const least = weightedMean(categories, ({ ends }) => ends?.least ?? null);
  if (most === null || least === null) return null;
  return { most: Math.min(most, ceiling), least: Math.min(least, ceiling) };
}

function weightedMean(
  categories: readonly CategoryScore[],
  end: (category: CategoryScore) => number | null,
): number | null {
  let [sum, weights] = [0, 0];
  for (const category of categories) {
    const score = end(category);
    if (score === null) continue;
    sum += score * CATEGORY_WEIGHTS[category.category];
    weights += CATEGORY_WEIGHTS[category.category];
  }
  return weights === 0 ? null : sum / weights;
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
  const known = scores.flatMap(({ ends }) => ends ?? []);
  if (known.length === 0) return worst;
  // What one address hides is not made up for by what another shows.
  const ends = {
    most: Math.min(...known.map(({ most }) => most)),
    least: Math.min(...known.map(({ least }) => least)),
  };
  const lowestGrade = gradeOf(Math.round(underLimit(ends.least, lowestLimit(own))));
  const atMost = worst.grade !== null && lowestGrade !== worst.grade;
  return { ...worst, coverage: coverageOf(own), ends, atMost };
}
