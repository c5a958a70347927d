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

const plainClass = "max-sm:px-2";

/**
 * Stays in sight while something is selected: how much, and what can be done to it. On a phone the
 * latter moves sideways under the finger: seven buttons below each other would hide the list.
 */
export function SelectionBar({ count, onAll, onClear, children }: SelectionBarProps) {
  const { t, i18n } = useLingui();
  const figure = i18n.number(count);
  return (
    <section
      aria-label={t`Selection`}
      className="sticky bottom-4 z-20 mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-8 border border-key-line bg-raised px-4 py-3 shadow-float sm:gap-y-3 max-sm:bottom-2 max-sm:px-3 max-sm:py-2"
    >
      <p role="status" className="font-700 tabular-nums">
        {t`${{ figure }} selected`}
      </p>
      {/* The room within is for the ring of what has the focus. */}
      <div className="max-sm:order-1 max-sm:-m-1 max-sm:flex max-sm:w-[calc(100%+0.5rem)] max-sm:gap-2 max-sm:overflow-x-auto max-sm:p-1 max-sm:*:shrink-0 sm:contents">
        {children}
      </div>
      <div className="ml-auto flex gap-1 sm:gap-2">
        {onAll && (
          <Button size="small" variant="plain" className={plainClass} onClick={onAll}>
            <span className="max-sm:hidden">{t`Select all matches`}</span>
            <span className="sm:hidden">{t`Select all`}</span>
          </Button>
        )}
        <Button size="small" variant="plain" className={plainClass} onClick={onClear}>
          {t`Clear selection`}
        </Button>
      </div>
    </section>
  );
}
