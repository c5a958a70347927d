import { formatDay } from "@sekimori/kit-contract/dates";
import { language } from "../../app/language.ts";

/** A day on one line or, in a narrow column, on two: a Japanese one is parted after its year. */
export function DueDay({ day }: { readonly day: string }) {
  return formatDay(day, language.current())
    .split(/(?<=年)/u)
    .map((part) => (
      <span key={part} className="inline-block whitespace-nowrap">
        {part}
      </span>
    ));
}
