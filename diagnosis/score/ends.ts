import type { Finding } from "../engine/finding.ts";
import { type AppliedCap, capsOf, type Grade } from "../engine/grades.ts";
import { bareSiteLimits } from "./bare-site.ts";
import { isDecided } from "./coverage.ts";
import { manyHighsLimit } from "./many-highs.ts";

/** What a check without a table of its own could have found: anything. */
const ANYTHING = { severity: "critical", cap: "unresolvable" } as const;

/**
 * The findings as they would be if everything undecided failed, each at the worst that its check can find:
 * the lower end of every score is theirs. Decided findings stay as they are.
 */
export function ifUndecidedFails(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => {
    if (finding.state !== "inconclusive") return finding;
    const { severity, cap } = finding.atWorst ?? ANYTHING;
    return severity === null ? finding : { ...finding, state: "fail", severity, cap };
  });
}

/** Every limit on the grade, strictest first: of single findings, and of what is missing together. */
export function limitsOf(findings: readonly Finding[]): readonly AppliedCap[] {
  const limits = [...capsOf(findings), ...bareSiteLimits(findings), ...manyHighsLimit(findings)];
  return limits.sort(
    (left, right) =>
      right.grade.localeCompare(left.grade) || left.finding.localeCompare(right.finding),
  );
}

/** The strictest limit if everything undecided failed; null where there would be none. */
export function lowestLimit(findings: readonly Finding[]): Grade | null {
  return limitsOf(ifUndecidedFails(findings))[0]?.grade ?? null;
}

/**
 * True where nothing can be said of a category: all that applies is undecided, or of its web page nothing was
 * seen (it answers with an error, or is a firewall's) and nothing else is objected to.
 */
export function isUndecided(own: readonly Finding[]): boolean {
  if (!own.some(isDecided)) return true;
  const page = own.filter(({ check, state }) => PAGE.has(check) && state !== "not-applicable");
  const isUnseen = page.length > 0 && page.every(({ state }) => state === "inconclusive");
  return isUnseen && !own.some(({ state }) => state === "fail" || state === "warn");
}

/** Checks that any front page lets decide. */
const PAGE: ReadonlySet<string> = new Set(["http-frame", "http-nosniff", "http-referrer"]);
