import { useLingui } from "@lingui/react/macro";
import { formatDay } from "@sekimori/kit-contract/dates";
import { formatYen } from "@sekimori/kit-contract/yen";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { Timeline, type TimelineEntry } from "@sekimori/kit-web/primitives/timeline";
import { hasDaysAfterTrial, lastFreeDay } from "@sekimori/portal-contract/legal/days-after-trial";
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
  const { freeUntil, hasTrial, firstChargeOn } = dates;
  const locale = language.current();
  const note = {
    until: freeUntil === null ? "" : formatDay(freeUntil, locale),
    first: formatDay(firstChargeOn, locale),
  };
  const isFreeLonger =
    hasTrial && freeUntil !== null && hasDaysAfterTrial(freeUntil, firstChargeOn);
  return (
    <>
      <Timeline label={t`Payment schedule`} entries={useEntries(dates)} />
      {isFreeLonger && (
        <p className="mt-4 text-[0.875rem] text-muted">
          {unbrokenCounts(
            t`Your free trial runs to ${{ until: note.until }}. You pay nothing until your first charge on ${{ first: note.first }}.`,
          )}
        </p>
      )}
    </>
  );
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
      when: <Day day={lastFreeDay(firstChargeOn)} />,
      title:
        hasTrial && !hasDaysAfterTrial(freeUntil, firstChargeOn)
          ? t`Your free trial ends`
          : t`Your free period ends`,
      note: t`Cancel by this date and you won't be charged.`,
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
