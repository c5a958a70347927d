import type { Finding } from "../engine/finding.ts";
import { type AppliedCap, capsOf, type Grade } from "../engine/grades.ts";

/** Below this share of decided checks a score is only what the host has at most. */
export const MIN_COVERAGE = 0.8;

/** The best grade below a share of decided checks: what was not seen earns none. Strictest first. */
const COVERAGE_GRADES: readonly (readonly [number, Grade])[] = [
  [0.5, "C"],
  [MIN_COVERAGE, "B"],
];

/** True for a finding that says something about the target. */
export function isDecided({ state }: Finding): boolean {
  return state !== "not-applicable" && state !== "inconclusive";
}

/** Share of the applicable checks that came to a result; a check is as undecided as any part of it. */
export function coverageOf(findings: readonly Finding[]): number | null {
  const undecided = new Set<string>();
  const applicable = new Set<string>();
  for (const finding of findings) {
    if (finding.state === "not-applicable") continue;
    applicable.add(finding.check);
    if (finding.state === "inconclusive") undecided.add(finding.check);
  }
  return applicable.size === 0 ? null : 1 - undecided.size / applicable.size;
}

/**
 * Every limit on the grade, strictest first: those that findings set, and the one that is set by how
 * little could be decided. A scan that was cut short gives no good grade to what it never looked at.
 */
export function limitsOf(findings: readonly Finding[]): readonly AppliedCap[] {
  const limits = [...capsOf(findings), ...coverageLimit(findings)];
  return limits.sort((left, right) => right.grade.localeCompare(left.grade));
}

function coverageLimit(findings: readonly Finding[]): readonly AppliedCap[] {
  const coverage = coverageOf(findings) ?? 1;
  const [, grade] = COVERAGE_GRADES.find(([share]) => coverage < share) ?? [];
  const undecided = findings.filter(({ state }) => state === "inconclusive").map(({ key }) => key);
  const [finding] = undecided.sort();
  if (grade === undefined || finding === undefined) return [];
  const share = Math.floor(coverage * 100);
  const reason = {
    ja: `判定できた項目が${share}％にとどまります`,
    en: `Only ${share} % of the checks could be decided`,
  };
  return [{ grade, finding, reason }];
}
