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

/**
 * Stays in sight while something is selected: how much, and what can be done to it. On a phone that is
 * one row, which moves sideways under the finger: seven buttons below each other would hide the list.
 */
export function SelectionBar({ count, onAll, onClear, children }: SelectionBarProps) {
  const { t, i18n } = useLingui();
  const figure = i18n.number(count);
  return (
    <section
      aria-label={t`Selection`}
      className="sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-8 border border-key-line bg-raised px-4 py-3 shadow-float max-sm:bottom-2 max-sm:px-3 max-sm:py-2"
    >
      <p role="status" className="font-700 tabular-nums">
        {t`${{ figure }} selected`}
      </p>
      {/* The room within is for the ring of what has the focus. */}
      <div className="flex min-w-0 flex-wrap gap-3 max-sm:order-1 max-sm:-m-1 max-sm:w-[calc(100%+0.5rem)] max-sm:flex-nowrap max-sm:gap-2 max-sm:overflow-x-auto max-sm:p-1 max-sm:*:shrink-0">
        {children}
      </div>
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
