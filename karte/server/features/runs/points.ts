import { causeKey } from "@sekimori/diagnosis/cause";
import type { Finding } from "@sekimori/diagnosis/finding";
import { organisationScore } from "@sekimori/diagnosis/organisation-score";
import { isReported } from "./findings-after.ts";
import { scoresOf } from "./standing.ts";

/**
 * What each finding is worth, by its key: how many points the domain's score would gain if its cause were
 * mended, and with it all findings of that cause, while everything else stays as it is. Findings of one cause
 * are worth the same, and only once.
 */
export function pointsOf(
  hosts: readonly string[],
  standing: readonly Finding[],
): ReadonlyMap<string, number> {
  const scores = new Map(scoresOf(hosts, standing).map((one) => [one.host, one]));
  const now = organisationScore([...scores.values()]).exact;
  const points = new Map<string, number>();
  if (now === null) return points;
  const byHost = Map.groupBy(standing, ({ place }) => place.host);
  for (const [cause, own] of Map.groupBy(standing.filter(isReported), causeKey)) {
    const touched = [...new Set(own.map(({ place }) => place.host))].filter((host) =>
      scores.has(host),
    );
    const mended = touched.flatMap((host) =>
      (byHost.get(host) ?? []).map(
        (one): Finding =>
          isReported(one) && causeKey(one) === cause
            ? { ...one, state: "pass", severity: null, cap: null, unconfirmed: false }
            : one,
      ),
    );
    const better = new Map(scoresOf(touched, mended).map((one) => [one.host, one]));
    const all = [...scores.values()].map((one) => better.get(one.host) ?? one);
    const gain = Math.max(0, (organisationScore(all).exact ?? now) - now);
    for (const { key } of own) points.set(key, Math.round(gain * 100) / 100);
  }
  return points;
}
