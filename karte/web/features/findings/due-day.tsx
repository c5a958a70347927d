import { useLingui } from "@lingui/react/macro";
import { formatDay } from "@sekimori/kit-contract/dates";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { useNow } from "@sekimori/kit-web/clock/server-clock";
import { language } from "../../app/language.ts";

interface DueDayProps {
  readonly day: string;
  /** The finding waits to be fixed: past its day it is overdue. */
  readonly waits: boolean;
}

/** A day on one line or, in a narrow column, on two: a Japanese one is parted after its year. */
export function DueDay({ day, waits }: DueDayProps) {
  const { t } = useLingui();
  const now = useNow();
  return (
    <>
      {formatDay(day, language.current())
        .split(/(?<=年)/u)
        .map((part) => (
          <span key={part} className="inline-block whitespace-nowrap">
            {part}
          </span>
        ))}
      {waits && day < tokyoDay(new Date(now)) && (
        <span className="block text-[0.8125rem] text-danger">{t`Overdue`}</span>
      )}
    </>
  );
}
