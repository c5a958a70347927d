import type { Suggestion } from "@sekimori/karte-contract/query/complete";
import { useEffect, useRef } from "react";

interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  /** None while the list is closed. */
  readonly suggestions: readonly Suggestion[];
  /** The one that the keyboard is at; less than none while it is at none. */
  readonly active: number;
  readonly optionId: (index: number) => string;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** What a query can go on with, below its box; the keyboard goes through the box. */
export function SuggestionList({
  id,
  label,
  suggestions,
  active,
  optionId,
  onChoose,
}: SuggestionListProps) {
  const chosen = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another is chosen
  useEffect(() => {
    // Some browsers answer with a promise, which is nothing to clean up by.
    void chosen.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      hidden={suggestions.length === 0}
      className="absolute top-full right-0 left-0 z-30 mt-1 max-h-[min(22rem,50dvh)] overflow-y-auto rounded-8 border border-border bg-raised p-1.5 shadow-float"
    >
      {suggestions.map((suggestion, index) => (
        // A press must not take the focus from the box.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={suggestion.text}
          ref={index === active ? chosen : undefined}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
          className="flex cursor-pointer flex-wrap items-baseline justify-between gap-x-3 rounded-6 px-3 py-1.5 hover:bg-key-soft aria-selected:bg-key-soft"
        >
          <bdi className="min-w-0 wrap-anywhere">{suggestion.label}</bdi>
          <bdi className="min-w-0 text-[0.8125rem] wrap-anywhere text-muted">
            {suggestion.detail}
          </bdi>
        </div>
      ))}
    </div>
  );
}
