import type { Category, Finding } from "../engine/finding.ts";
import { type CategoryScore, categoryScore, coverageOf, MIN_COVERAGE } from "./category-score.ts";
import { type AppliedCap, capsOf, type Grade, gradeOf, worseGrade } from "./grades.ts";
import { SCORE_VERSION } from "./score-version.ts";

export const CATEGORIES: readonly Category[] = ["dns", "mail", "tls", "http", "ports"];

/** Categories whose checks run once per address. */
const BY_ADDRESS: ReadonlySet<Category> = new Set(["tls", "ports"]);

export interface HostScore {
  readonly version: string;
  readonly host: string;
  /** Equal mean of the categories that have a score, 0 to 100; null below 80 % coverage. */
  readonly score: number | null;
  /** null without a score, unless a limit says E: then nothing unseen could make it better. */
  readonly grade: Grade | null;
  readonly coverage: number | null;
  readonly categories: readonly CategoryScore[];
  /** Limits that held the grade down, strictest first; empty when none was in force. */
  readonly caps: readonly AppliedCap[];
}

/**
 * Score and grade of one host. A category that was examined on several addresses counts with its
 * worst address; a category without a score is left out of the mean but not of the limits.
 */
export function hostScore(host: string, findings: readonly Finding[]): HostScore {
  const categories = CATEGORIES.map((category) => worstAddress(category, findings));
  const numbers = categories.flatMap(({ score }) => (score === null ? [] : [score]));
  const coverage = coverageOf(findings);
  const caps = capsOf(findings);
  const strictest = caps[0]?.grade ?? "A";
  const common = { version: SCORE_VERSION, host, coverage, categories };
  if (coverage === null || coverage < MIN_COVERAGE || numbers.length === 0)
    return { ...common, score: null, grade: strictest === "E" ? "E" : null, caps };
  const score = Math.round(numbers.reduce((sum, next) => sum + next, 0) / numbers.length);
  const free = gradeOf(score);
  const inForce = caps.filter((cap) => cap.grade > free);
  return { ...common, score, grade: worseGrade(free, strictest), caps: inForce };
}

function worstAddress(category: Category, findings: readonly Finding[]): CategoryScore {
  const own = findings.filter((finding) => finding.category === category);
  if (!BY_ADDRESS.has(category)) return categoryScore(category, own);
  const addresses = new Set(own.flatMap(({ place }) => (place.address ? [place.address] : [])));
  if (addresses.size < 2) return categoryScore(category, own, [...addresses][0] ?? null);
  const scores = [...addresses].map((address) =>
    categoryScore(
      category,
      own.filter(({ place }) => place.address === undefined || place.address === address),
      address,
    ),
  );
  return scores.reduce((worst, next) =>
    (next.score ?? Number.POSITIVE_INFINITY) < (worst.score ?? Number.POSITIVE_INFINITY)
      ? next
      : worst,
  );
}
