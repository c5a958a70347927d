import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Skeleton } from "@sekimori/kit-web/primitives/skeleton";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { language } from "../../app/language.ts";
import { NoTrialNote } from "../../app/payment-dates/no-trial-note.tsx";
import { PaymentTimeline } from "../../app/payment-dates/payment-timeline.tsx";
import { flowQuery } from "../../app/sign-up-flow/flow-query.ts";

/** What the card is for: the plan, and when it costs what. */
export function PlanSummary() {
  const { t } = useLingui();
  const { data, refetch } = useQuery({ ...flowQuery, refetchOnMount: false }, queryClient);
  const figures = data?.agreement;

  useEffect(() => {
    // The step before left without the dates and amounts of this one.
    if (data && !figures) void refetch();
  }, [data, figures, refetch]);

  return (
    <section aria-labelledby="plan">
      <h2 id="plan" className="mb-4 text-std-20B-150">
        {planNames.detailed[language.current()]}
      </h2>
      {figures && <NoTrialNote confirmation={figures} />}
      {figures && figures.firstChargeOn !== null && figures.monthlyPrice !== null ? (
        <PaymentTimeline
          dates={{
            freeUntil: figures.trialEndsOn,
            hasTrial: figures.hasTrial,
            firstChargeOn: figures.firstChargeOn,
            monthlyPrice: figures.monthlyPrice,
            taxPercent: figures.taxPercent,
          }}
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
      <p className="mt-4 text-[0.875rem] text-muted">
        {t`One free trial per account and card. You'll see the final dates before you order.`}
      </p>
    </section>
  );
}
