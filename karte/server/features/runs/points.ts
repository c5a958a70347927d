import type { Finding } from "@sekimori/diagnosis/finding";
import type { Grade } from "@sekimori/diagnosis/grades";
import { organisationScore } from "@sekimori/diagnosis/organisation-score";
import { isReported } from "./findings-after.ts";
import { scoresOf } from "./standing.ts";

/** What mending a finding's cause does to its domain. */
export interface Worth {
  /** Points that the domain's score gains. */
  readonly points: number;
  /** The domain's grade then. */
  readonly grade: Grade | null;
}

/**
 * What each finding is worth, by its key: what becomes of the domain if its cause is mended, and with it all
 * findings of that cause, while everything else stays as it is. Findings of one cause are worth the same, and
 * only once.
 *
 * @param causeOf the key of a finding's cause
 */
export function worthOf(
  hosts: readonly string[],
  standing: readonly Finding[],
  causeOf: (finding: Finding) => string,
): ReadonlyMap<string, Worth> {
  const scores = new Map(scoresOf(hosts, standing).map((one) => [one.host, one]));
  const now = organisationScore([...scores.values()]).exact;
  const worth = new Map<string, Worth>();
  if (now === null) return worth;
  const byHost = Map.groupBy(standing, ({ place }) => place.host);
  for (const [cause, own] of Map.groupBy(standing.filter(isReported), causeOf)) {
    const touched = [...new Set(own.map(({ place }) => place.host))].filter((host) =>
      scores.has(host),
    );
    const mended = touched.flatMap((host) =>
      (byHost.get(host) ?? []).map(
        (one): Finding =>
          isReported(one) && causeOf(one) === cause
            ? { ...one, state: "pass", severity: null, cap: null, unconfirmed: false }
            : one,
      ),
    );
    const better = new Map(scoresOf(touched, mended).map((one) => [one.host, one]));
    const all = [...scores.values()].map((one) => better.get(one.host) ?? one);
    const { exact, grade } = organisationScore(all);
    const gain = Math.max(0, (exact ?? now) - now);
    for (const { key } of own) worth.set(key, { points: Math.round(gain * 100) / 100, grade });
  }
  return worth;
}
