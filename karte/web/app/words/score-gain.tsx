import { useLingui } from "@lingui/react/macro";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";

/** Less than this shows as nothing. */
const leastShown = 0.05;

interface ScoreGainProps {
  readonly finding: Pick<FindingRow, "points" | "domain" | "cause">;
}

/**
 * What fixing a finding with its cause adds to the score, and to which: its domain's. Where a limit keeps the
 * grade, what it takes to reach the next one.
 */
export function ScoreGain({ finding }: ScoreGainProps) {
  const { t, i18n } = useLingui();
  const alone = useGain(finding);
  const { next } = finding.cause.grade;
  if (next === null || next.causes < 2) return alone;
  const { grade } = next;
  const figure = i18n.number(next.causes);
  return `${alone} ${t`Causes to fix together for grade ${{ grade }}: ${{ figure }}, this one among them.`}`;
}

/** The same of the workspace, wherever its cause is. */
export function WorkspaceGain({ points }: { readonly points: number | null }) {
  const { t, i18n } = useLingui();
  if (points === null || points < leastShown) return null;
  const figure = i18n.number(points, { maximumFractionDigits: 1 });
  return t`Fixed everywhere, it adds ${{ points: figure }} to the workspace's score.`;
}

function useGain({ points, domain: { name: domain }, cause }: ScoreGainProps["finding"]): string {
  const { t, i18n } = useLingui();
  const figure = i18n.number(points, { maximumFractionDigits: 1 });
  const { now, without } = cause.grade;
  if (points < leastShown) return t`Fixing this alone doesn't change the score of ${{ domain }}.`;
  if (now !== null && without !== null && now !== without)
    return t`Fixing this adds ${{ points: figure }} to the score of ${{ domain }} (grade ${{ now }} → ${{ without }}).`;
  return t`Fixing this adds ${{ points: figure }} to the score of ${{ domain }}.`;
}
