import { useLingui } from "@lingui/react/macro";
import type { KnownValues, Suggestion } from "@sekimori/karte-contract/query/complete";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { language } from "../language.ts";
import { QueryProblemText } from "./query-problem.tsx";
import { SuggestionList } from "./suggestion-list.tsx";
import { useQueryLanguage } from "./use-query-language.ts";
import { useTypedQuery } from "./use-typed-query.ts";

interface QueryFieldProps {
  readonly text: string;
  readonly label: string;
  readonly placeholder: string;
  /** People, groups and the like, for completion. */
  readonly known: KnownValues;
  readonly onAsk: (text: string) => void;
}

const none = -1;

/**
 * The box in which a list is asked for in the query language: words as ever, or terms, with names and
 * values offered for what is written at the caret.
 */
export function QueryField({ text, label, placeholder, known, onAsk }: QueryFieldProps) {
  const { t } = useLingui();
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [isWanted, setWanted] = useState(false);
  const reading = useQueryLanguage(isWanted || text !== "");
  const query = useTypedQuery(text, onAsk, reading?.problemIn);
  const { typed, problem } = query;
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
    query.setTyped(next.text);
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
      const wrong = query.ask();
      if (wrong) inputRef.current?.setSelectionRange(wrong.at, wrong.at + wrong.length);
    }
  }

  return (
    <div className="relative">
      <TextField
        ref={inputRef}
        type="search"
        role="combobox"
        label={label}
        labelHidden
        dense
        placeholder={placeholder}
        value={typed}
        error={
          problem &&
          reading && (
            <QueryProblemText text={typed} problem={problem} sentence={reading.problemSentence} />
          )
        }
        aria-expanded={isShown}
        aria-controls={reading && listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active !== none ? optionId(active) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          query.setTyped(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart ?? event.currentTarget.value.length);
          setActive(none);
          setOpen(true);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
        onClick={() => setOpen(true)}
        onFocus={() => {
          setWanted(true);
          query.setFocused(true);
        }}
        onBlur={() => {
          query.setFocused(false);
          setOpen(false);
        }}
        onKeyDown={press}
        onCompositionStart={() => query.setComposing(true)}
        onCompositionEnd={() => query.setComposing(false)}
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
