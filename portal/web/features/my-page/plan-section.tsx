import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatDay } from "@sekimori/kit-web/language/date-format";
import { formatYen } from "@sekimori/kit-web/language/yen";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import type { PlanId, PlanView } from "@sekimori/portal-contract/plans";
import { language } from "../../app/language.ts";
import { Section } from "./section.tsx";

const planNames: Readonly<Record<PlanId, MessageDescriptor>> = {
  detailed: msg`Detailed diagnosis plan`,
  free: msg`Free plan`,
  security24: msg`Security 24 free trial`,
};

/** The plan with its dates and price (SPEC 3); what does not apply is left out. */
export function PlanSection({ plan }: { plan: PlanView }) {
  const { t, i18n } = useLingui();
  const locale = language.current();
  const day = (date: string) => <time dateTime={date}>{formatDay(date, locale)}</time>;
  return (
    <Section title={t`Plan`}>
      <DescriptionList
        rows={[
          { id: "plan", label: t`Current plan`, value: i18n._(planNames[plan.id]) },
          ...(plan.freeUntil
            ? [{ id: "free", label: t`Free until`, value: day(plan.freeUntil) }]
            : []),
          ...(plan.nextBillingOn
            ? [{ id: "billing", label: t`Next billing date`, value: day(plan.nextBillingOn) }]
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
                : t`Up to ${{ scans: plan.scansPerMonth }} a month`,
          },
        ]}
      />
    </Section>
  );
}
