import { causeKey } from "../engine/cause.ts";
import type { Finding } from "../engine/finding.ts";
import type { AppliedCap } from "../engine/grades.ts";

/** So many high things to mend are no longer one slip. */
const MANY = 3;

const REASON = {
  ja: `「高」以上の問題が${MANY}件以上あります`,
  en: `There are ${MANY} or more problems of high severity`,
};

/** What mends it at once: one service is one slip, also where its host has two addresses. */
const slipOf = (finding: Finding): string =>
  finding.cause?.kind === "service"
    ? `service|${finding.place.host}:${finding.place.port}`
    : causeKey(finding);

/** A host with several high findings of different causes is D at most: a sound rest does not make up for them. */
export function manyHighsLimit(findings: readonly Finding[]): readonly AppliedCap[] {
  const high = findings.filter(
    ({ state, severity }) =>
      (state === "fail" || state === "warn") && (severity === "high" || severity === "critical"),
  );
  const [first] = high.toSorted((left, right) => left.key.localeCompare(right.key));
  if (first === undefined || new Set(high.map(slipOf)).size < MANY) return [];
  return [{ grade: "D", finding: first.key, reason: REASON }];
}
