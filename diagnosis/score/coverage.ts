import type { Finding } from "../engine/finding.ts";

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

/** From this share of decided checks down the ceiling falls slowly, so that a site that nobody saw is no E. */
const FEW = 0.65;
/** The least ceiling: the worst of the middle grade. */
const LEAST = 50;

/**
 * The most points that a host can show by how much of it was seen: what was not seen earns none. With 80 % of
 * the checks decided an A is possible, with 65 % a B, below it a C, and no share is a cliff. A check that could
 * cost nothing leaves nothing unseen.
 */
export function seenCeiling(findings: readonly Finding[]): number {
  const seen = coverageOf(findings.filter((one) => one.state !== "inconclusive" || canCost(one)));
  if (seen === null || seen >= FEW) return 100 * (seen ?? 1);
  return LEAST + ((100 * FEW - LEAST) * seen) / FEW;
}

function canCost({ atWorst }: Finding): boolean {
  return atWorst === undefined || (atWorst.severity !== null && atWorst.severity !== "info");
}
