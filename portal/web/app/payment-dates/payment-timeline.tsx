import { useLingui } from "@lingui/react/macro";
import { formatYen } from "@sekimori/kit-contract/yen";
import { Timeline, type TimelineEntry } from "@sekimori/kit-web/primitives/timeline";
import { hasDaysAfterTrial } from "@sekimori/portal-contract/legal/days-after-trial";
import { Day } from "../day.tsx";
import { language } from "../language.ts";

interface PaymentDates {
  /** The last day without charge; null when the first day is charged. */
  readonly freeUntil: string | null;
  /** Whether those free days are a trial. */
  readonly hasTrial: boolean;
  readonly firstChargeOn: string;
  /** Yen, with tax. */
  readonly monthlyPrice: number;
  readonly taxPercent: number;
}

/** What the paid plan costs and when: today, the end of the free days, the first charge, and on. */
export function PaymentTimeline({ dates }: { readonly dates: PaymentDates }) {
  const { t } = useLingui();
  return <Timeline label={t`Payment schedule`} entries={useEntries(dates)} />;
}

function useEntries(dates: PaymentDates): readonly TimelineEntry[] {
  const { t } = useLingui();
  const locale = language.current();
  const { freeUntil, hasTrial, firstChargeOn, monthlyPrice, taxPercent } = dates;
  const price = formatYen(monthlyPrice, locale);
  const tax = t`Tax included (${{ tax: taxPercent }}% consumption tax)`;
  const monthly = {
    id: "monthly",
    when: t`On the 1st of every month after that`,
    title: t`Monthly charge`,
    amount: price,
  };
  if (freeUntil === null) {
    return [
      { id: "first", when: t`Today`, title: t`First charge`, note: tax, amount: price },
      monthly,
    ];
  }
  return [
    {
      id: "today",
      when: t`Today`,
      title: hasTrial ? t`Your free trial starts` : t`Your plan starts`,
      amount: formatYen(0, locale),
    },
    {
      id: "free-until",
      when: <Day day={freeUntil} />,
      title: hasTrial ? t`Your free trial ends` : t`Your free period ends`,
      note: hasDaysAfterTrial(freeUntil, firstChargeOn)
        ? t`The days after that are free too, until your first charge. Cancel before then and you won't be charged.`
        : t`Cancel by this date and you won't be charged.`,
    },
    {
      id: "first",
      when: <Day day={firstChargeOn} />,
      title: t`First charge`,
      note: tax,
      amount: price,
    },
    monthly,
  ];
}
