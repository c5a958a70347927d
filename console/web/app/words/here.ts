import { useLingui } from "@lingui/react";
import { formatDay, formatMoment } from "@sekimori/kit-contract/dates";
import type { Locale } from "@sekimori/kit-contract/locale";
import { formatYen } from "@sekimori/kit-contract/yen";

/** Days, moments and amounts as the present language writes them. */
export function useWriting() {
  const { i18n } = useLingui();
  const locale: Locale = i18n.locale === "en" ? "en" : "ja";
  return {
    locale,
    day: (day: string) => formatDay(day, locale),
    /** A moment, or a day where that is all that is known. */
    moment: (at: string) => (at.includes("T") ? formatMoment(at, locale) : formatDay(at, locale)),
    yen: (amount: number) => formatYen(amount, locale),
  };
}
