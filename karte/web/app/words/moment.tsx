import { useLingui } from "@lingui/react";
import { formatMoment } from "@sekimori/kit-contract/dates";
import { useNow } from "@sekimori/kit-web/clock/server-clock";
import "./moment.css";

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

interface MomentProps {
  readonly at: string | null;
  /** Says the exact one too: where it is the record, or where nothing beside it takes the focus. */
  readonly withExact?: boolean;
}

/** A moment as the time since or until then. The exact one shows when its row has the focus. */
export function Moment({ at, withExact = false }: MomentProps) {
  const { i18n } = useLingui();
  const now = useNow();
  if (at === null) return <span className="text-muted">–</span>;
  const exact = formatMoment(at, i18n.locale === "en" ? "en" : "ja");
  const relative = relativeTime(at, i18n.locale, now);
  if (!withExact) {
    return (
      <time dateTime={at} data-exact={exact} className="moment whitespace-nowrap">
        {relative}
      </time>
    );
  }
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{relative}</span>{" "}
      <span className="whitespace-nowrap text-[0.8125rem] font-400 text-muted">{exact}</span>
    </time>
  );
}
