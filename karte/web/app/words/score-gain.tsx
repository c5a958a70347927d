import { useLingui } from "@lingui/react/macro";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";

/** Less than this shows as nothing. */
const leastShown = 0.05;

/** What fixing a finding with its cause adds to the score, and to which: its domain's. */
export function ScoreGain({
  finding,
}: {
  readonly finding: Pick<FindingRow, "points" | "domain" | "cause">;
}) {
  const { t, i18n } = useLingui();
  const domain = finding.domain.name;
  const points = i18n.number(finding.points, { maximumFractionDigits: 1 });
  const { now, without } = finding.cause.grade;
  if (finding.points < leastShown)
    return t`Fixing this alone doesn't change the score of ${{ domain }}.`;
  if (now !== null && without !== null && now !== without)
    return t`Fixing this adds ${{ points }} to the score of ${{ domain }} (grade ${{ now }} → ${{ without }}).`;
  return t`Fixing this adds ${{ points }} to the score of ${{ domain }}.`;
}
