import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-web/language/yen";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import type { ReactNode } from "react";
import { language } from "../../app/language.ts";
import { type Site, useSite } from "../../app/site.ts";

/** What the card is for: the plan, its trial, its price and when it is charged. */
export function PlanSummary() {
  const { t } = useLingui();
  const plan = useSite()?.detailedPlan;
  const known = (text: (plan: Site["detailedPlan"]) => ReactNode) =>
    plan ? text(plan) : <Skeleton className="h-5 w-48" />;
  return (
    <DescriptionList
      rows={[
        {
          id: "plan",
          label: t`Plan`,
          value: <span className="font-700">{t`Detailed diagnosis plan`}</span>,
        },
        {
          id: "trial",
          label: t`Free trial`,
          value: known(({ trialMonths }) => (
            <Plural
              value={trialMonths}
              _0="None"
              one="# month from your application"
              other="# months from your application"
            />
          )),
        },
        {
          id: "price",
          label: t`Price after the trial`,
          value: known(({ monthlyPrice, taxPercent }) => (
            <>
              <span className="text-std-20B-150 tabular-nums">
                <Trans>{formatYen(monthlyPrice, language.current())} a month</Trans>
              </span>
              <span className="block text-[0.875rem] text-muted">
                <Trans>Tax included ({taxPercent}% consumption tax)</Trans>
              </span>
            </>
          )),
        },
        {
          id: "charge",
          label: t`Payment date`,
          value: t`The first 1st of a month after the trial, then the 1st of every month. The exact dates are shown before you apply.`,
        },
      ]}
    />
  );
}
