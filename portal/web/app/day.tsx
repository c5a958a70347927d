import { formatDay } from "@sekimori/kit-contract/dates";
import { unbrokenCounts } from "@sekimori/kit-web/language/unbroken-counts";
import { language } from "./language.ts";

/** A calendar day within a sentence, which no line parts. */
export const shownDay = (day: string): string => unbrokenCounts(formatDay(day, language.current()));

/** A calendar day by itself. */
export function Day({ day }: { readonly day: string }) {
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {formatDay(day, language.current())}
    </time>
  );
}
