import { useLingui } from "@lingui/react/macro";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { GradeChart } from "../../app/charts/grade-chart.tsx";
import { FirstThings } from "../../app/findings/first-things.tsx";
import { Section } from "../../app/shell/section.tsx";
import { QuotaLine } from "../../app/words/quota-line.tsx";
import { AcceptedRisks } from "./accepted-risks.tsx";
import { Ages } from "./ages.tsx";
import { GradeNow } from "./grade-now.tsx";
import { SinceVisit } from "./since-visit.tsx";
import { Verdict } from "./verdict.tsx";
import { WaitingForProof } from "./waiting-for-proof.tsx";
import { WorkFigures } from "./work-figures.tsx";

interface SituationProps {
  readonly overview: Overview;
  /** Whose grade the chart shows. */
  readonly chartLabel: string;
  /** The group that it is about; links lead to its part of the lists. */
  readonly group?: string;
}

/** What we own, what is wrong, what first, is it better than last month. */
export function Situation({ overview, chartLabel, group }: SituationProps) {
  const { t } = useLingui();
  return (
    <>
      <Verdict verdict={overview.verdict} />
      <WorkFigures overview={overview} group={group} />
      <div className="mb-10 grid gap-x-12 gap-y-8 lg:grid-cols-[19rem_1fr]">
        <GradeNow overview={overview} group={group} />
        <section aria-label={t`Grade over time`} className="min-w-0">
          <h2 className="mb-2 text-[0.875rem] text-muted">{t`Grade over time`}</h2>
          <GradeChart label={chartLabel} history={overview.history} byDay />
        </section>
      </div>
      <div className="grid gap-x-12 lg:grid-cols-[1fr_19rem]">
        <div>
          <Section
            title={t`What to fix first`}
            description={t`By severity, known exploitation, exposure and days overdue.`}
          >
            <FirstThings findings={overview.first} />
          </Section>
          <Section title={t`Open findings by age`}>
            <Ages ages={overview.ages} />
          </Section>
        </div>
        <div>
          <Section title={t`Since your last visit`}>
            <SinceVisit overview={overview} group={group} />
          </Section>
          {overview.accepted.next.length > 0 && (
            <Section title={t`Risk acceptances that end next`}>
              <AcceptedRisks next={overview.accepted.next} />
            </Section>
          )}
          {overview.waitingForProof.length > 0 && (
            <Section title={t`Waiting for verification`}>
              <WaitingForProof domains={overview.waitingForProof} group={group} />
            </Section>
          )}
          {overview.quota.limit !== null && (
            <Section title={t`Scans left`}>
              <QuotaLine />
            </Section>
          )}
        </div>
      </div>
    </>
  );
}
