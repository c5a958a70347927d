import { useLingui } from "@lingui/react";
import { formatMoment } from "@sekimori/kit-contract/dates";

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 hours ago"; within the last minute "now". */
export function relativeTime(moment: string, locale: string, now: number): string {
  const seconds = Math.round((Date.parse(moment) - now) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 0];
  return size === 0 ? format.format(0, "second") : format.format(Math.round(seconds / size), unit);
}

/** A moment as the time since or until then; the exact one is its title and what is copied. */
export function Moment({ at }: { readonly at: string | null }) {
  const { i18n } = useLingui();
  if (at === null) return <span className="text-muted">–</span>;
  const exact = formatMoment(at, i18n.locale === "en" ? "en" : "ja");
  return (
    <time dateTime={at} title={exact} className="whitespace-nowrap">
      {relativeTime(at, i18n.locale, Date.now())}
    </time>
  );
}
