import { useLingui } from "@lingui/react/macro";
import { formatDay, formatDayInYear } from "@sekimori/kit-contract/dates";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { useNow } from "@sekimori/kit-web/clock/server-clock";
import { language } from "../../app/language.ts";
import "../../app/words/moment.css";

interface DueDayProps {
  readonly day: string;
  /** The finding waits to be fixed: past its day it is overdue. */
  readonly waits: boolean;
}

/** A day on one line; of this year without the year, which shows when its row has the focus, as with moments. */
export function DueDay({ day, waits }: DueDayProps) {
  const { t } = useLingui();
  const today = tokyoDay(new Date(useNow()));
  const whole = formatDay(day, language.current());
  const isOverdue = waits && day < today;
  return (
    <time dateTime={day} data-exact={whole} className="moment whitespace-nowrap">
      {day.slice(0, 4) === today.slice(0, 4) ? formatDayInYear(day, language.current()) : whole}
      {isOverdue && <span className="ml-2 text-danger">{t`Overdue`}</span>}
    </time>
  );
}
