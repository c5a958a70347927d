import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import type { ReactNode } from "react";

interface SelectionBarProps {
  /** How many are selected. */
  readonly count: number;
  /** Takes all that match, on every page; undefined when they are. */
  readonly onAll: (() => void) | undefined;
  readonly onClear: () => void;
  /** What can be done to them. */
  readonly children: ReactNode;
}

/** Stays in sight while something is selected: how much, and what can be done to it. */
export function SelectionBar({ count, onAll, onClear, children }: SelectionBarProps) {
  const { t, i18n } = useLingui();
  const figure = i18n.number(count);
  return (
    <section
      aria-label={t`Selection`}
      className="sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-3 rounded-8 border border-key-line bg-raised px-4 py-3 shadow-float"
    >
      <p role="status" className="font-700 tabular-nums">
        {t`${{ figure }} selected`}
      </p>
      {children}
      <div className="ml-auto flex flex-wrap gap-2">
        {onAll && (
          <Button size="small" variant="plain" onClick={onAll}>
            {t`Select all matches`}
          </Button>
        )}
        <Button size="small" variant="plain" onClick={onClear}>
          {t`Clear selection`}
        </Button>
      </div>
    </section>
  );
}
