import { useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { planNames } from "@sekimori/portal-contract/plan-ids";
import type { PlanView } from "@sekimori/portal-contract/plans";
import { Day } from "../../app/day.tsx";
import { language } from "../../app/language.ts";
import { Section } from "./section.tsx";

/** The plan with its dates and price (specification 3); what does not apply is left out. */
export function PlanSection({ plan }: { plan: PlanView }) {
  const { t } = useLingui();
  const locale = language.current();
  return (
    <Section title={t`Plan`}>
      <DescriptionList
        rows={[
          { id: "plan", label: t`Current plan`, value: planNames[plan.id][locale] },
          ...(plan.freeUntil
            ? [{ id: "free", label: t`Free until`, value: <Day day={plan.freeUntil} /> }]
            : []),
          ...(plan.nextBillingOn
            ? [
                {
                  id: "billing",
                  label: t`Next billing date`,
                  value: <Day day={plan.nextBillingOn} />,
                },
              ]
            : []),
          {
            id: "price",
            label: t`Monthly price`,
            value:
              plan.monthlyPrice === null
                ? t`Free of charge`
                : t`${{ price: formatYen(plan.monthlyPrice, locale) }} (${{ tax: plan.taxPercent }}% tax included)`,
          },
          {
            id: "scans",
            label: t`Manual scans`,
            value:
              plan.scansPerMonth === null
                ? t`Unlimited`
                : t`Up to ${{ scans: plan.scansPerMonth }} per month`,
          },
        ]}
      />
    </Section>
  );
}
