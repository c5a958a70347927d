import { useLingui } from "@lingui/react/macro";
import type { KnownValues, Suggestion } from "@sekimori/karte-contract/query/complete";
import { TextField, type TextFieldProps } from "@sekimori/kit-web/primitives/text-field";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { language } from "../language.ts";
import { SuggestionList } from "./suggestion-list.tsx";
import type { useQueryLanguage } from "./use-query-language.ts";

interface CompletingFieldProps extends TextFieldProps {
  /** What is written, as whoever has the field keeps it. */
  readonly typed: string;
  readonly reading: ReturnType<typeof useQueryLanguage>;
  /** People, groups and the like. */
  readonly known: KnownValues;
  /** The text with a suggestion in it. */
  readonly onTake: (text: string) => void;
  /** Enter was pressed at no suggestion. */
  readonly onEnter?: (input: HTMLInputElement) => void;
}

const none = -1;

/** A box for the query language, which offers names and values for what is written at the caret. */
export function CompletingField({
  typed,
  reading,
  known,
  onTake,
  onEnter,
  onChange,
  onFocus,
  onBlur,
  ...field
}: CompletingFieldProps) {
  const { t } = useLingui();
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(none);
  const offered = reading?.suggestionsAt(typed, Math.min(caret, typed.length), {
    language: language.current(),
    known,
  });
  const suggestions = offered?.suggestions ?? [];
  const isShown = isOpen && suggestions.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  function choose(suggestion: Suggestion) {
    if (!reading || !offered) return;
    const next = reading.take(typed, caret, offered.at, suggestion);
    onTake(next.text);
    setCaret(next.caret);
    setActive(none);
    // A name is followed by its values; behind a value nothing is asked for.
    setOpen(suggestion.text.endsWith(":"));
    requestAnimationFrame(() => inputRef.current?.setSelectionRange(next.caret, next.caret));
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === "Escape" && isShown) {
      event.preventDefault();
      setOpen(false);
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      if (suggestions.length === 0) return;
      event.preventDefault();
      setOpen(true);
      const { length } = suggestions;
      const step = key === "ArrowDown" ? 1 : -1;
      // From the box itself up is the last of them.
      setActive((now) => (now === none && step < 0 ? length - 1 : (now + step + length) % length));
    } else if (key === "Enter") {
      const suggestion = isShown ? suggestions[active] : undefined;
      if (suggestion) {
        event.preventDefault();
        choose(suggestion);
        return;
      }
      setOpen(false);
      onEnter?.(event.currentTarget);
    }
  }

  return (
    <div className="relative">
      <TextField
        {...field}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={reading && listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active !== none ? optionId(active) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          onChange?.(event);
          setCaret(event.currentTarget.selectionStart ?? event.currentTarget.value.length);
          setActive(none);
          setOpen(true);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onClick={() => setOpen(true)}
        onFocus={(event) => {
          // The field's own ref may be a form's.
          inputRef.current = event.currentTarget;
          onFocus?.(event);
        }}
        onBlur={(event) => {
          setOpen(false);
          onBlur?.(event);
        }}
        onKeyDown={press}
      />
      {reading && (
        <SuggestionList
          id={listId}
          label={t`Suggestions`}
          suggestions={isShown ? suggestions : []}
          active={active}
          optionId={optionId}
          onChoose={choose}
        />
      )}
      <p role="status" className="sr-only">
        {isShown && t`Suggestions: ${{ count: suggestions.length }}`}
      </p>
    </div>
  );
}
