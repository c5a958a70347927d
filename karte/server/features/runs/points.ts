import type { ScanResult } from "@sekimori/diagnosis/events";
import type { Finding } from "@sekimori/diagnosis/finding";
import { hostScore } from "@sekimori/diagnosis/host-score";
import { organisationScore } from "@sekimori/diagnosis/organisation-score";
import { isReported } from "./findings-after.ts";

/**
 * What each finding is worth: how many points the domain's score would gain if the same check
 * passed there. A finding that a limit outweighs is worth nothing by itself.
 */
export function pointsOf(
  result: ScanResult,
  findings: readonly Finding[],
): ReadonlyMap<string, number> {
  const now = result.organisation.score;
  const points = new Map<string, number>();
  if (now === null) return points;
  const byHost = Map.groupBy(findings, ({ place }) => place.host);
  for (const [host, own] of byHost) {
    for (const finding of own.filter(isReported)) {
      const mended = own.map(
        (one): Finding =>
          one === finding
            ? { ...one, state: "pass", severity: null, cap: null, unconfirmed: false }
            : one,
      );
      const better = hostScore(host, mended);
      const hosts = result.hosts.map((one) => (one.host === host ? better : one));
      points.set(finding.key, Math.max(0, (organisationScore(hosts).score ?? now) - now));
    }
  }
  return points;
}
