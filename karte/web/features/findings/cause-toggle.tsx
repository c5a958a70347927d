import { useLingui } from "@lingui/react/macro";
import type { FindingRow } from "@sekimori/karte-contract/endpoints/findings";
import { ChevronRightIcon } from "@sekimori/kit-web/icons";
import { counted } from "../../app/counted.ts";
import { language } from "../../app/language.ts";
import { placeOf } from "./place-of.ts";

interface CauseToggleProps {
  readonly finding: FindingRow;
  readonly isOpen: boolean;
  /** Of what it opens. */
  readonly controls: string;
  readonly onToggle: () => void;
}

/** How many findings end together, and what becomes of the domain's grade then; it opens to them. */
export function CauseToggle({ finding, isOpen, controls, onToggle }: CauseToggleProps) {
  const { t, i18n } = useLingui();
  const { findings, more, domains, grade } = finding.cause;
  const figure = counted(i18n, findings, more);
  const places = i18n.number(domains);
  return (
    <span className="flex shrink-0 items-baseline gap-x-3 text-[0.8125rem] font-400 text-muted">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={controls}
        title={t`Findings with one cause: ${{ figure }}`}
        onClick={onToggle}
        className="-ml-1 inline-flex min-h-6 min-w-8 cursor-pointer leading-6 items-center gap-1 rounded-4 px-1 text-link hover:underline"
      >
        <ChevronRightIcon
          className={`shrink-0 transition-transform ${isOpen ? "rotate-90" : ""}`}
        />
        {/* Rows of the same number are told apart. */}
        <span aria-hidden>{figure}</span>
        <span className="sr-only">
          {t`Findings with one cause: ${{ figure }}`} {finding.summary[language.current()]}{" "}
          {placeOf(finding)}
        </span>
      </button>
      {domains > 1 ? (
        <span>{t`Domains: ${{ places }}`}</span>
      ) : (
        grade.now !== null &&
        grade.without !== null &&
        grade.now !== grade.without && (
          <span>
            {grade.now} → {grade.without}
          </span>
        )
      )}
    </span>
  );
}
