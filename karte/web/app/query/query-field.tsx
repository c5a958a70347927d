import type { KnownValues } from "@sekimori/karte-contract/query/complete";
import { useState } from "react";
import { CompletingField } from "./completing-field.tsx";
import { QueryProblemText } from "./query-problem.tsx";
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

/** The box in which a list is asked for in the query language: words as ever, or terms. */
export function QueryField({ text, label, placeholder, known, onAsk }: QueryFieldProps) {
  const [isWanted, setWanted] = useState(false);
  const reading = useQueryLanguage(isWanted || text !== "");
  const query = useTypedQuery(text, onAsk, reading?.problemIn);
  const { typed, problem } = query;
  return (
    <CompletingField
      type="search"
      label={label}
      labelHidden
      dense
      placeholder={placeholder}
      value={typed}
      typed={typed}
      reading={reading}
      known={known}
      error={
        problem &&
        reading && (
          <QueryProblemText text={typed} problem={problem} sentence={reading.problemSentence} />
        )
      }
      onTake={query.setTyped}
      onEnter={(input) => {
        const wrong = query.ask();
        if (wrong) input.setSelectionRange(wrong.at, wrong.at + wrong.length);
      }}
      onChange={(event) => query.setTyped(event.currentTarget.value)}
      onFocus={() => {
        setWanted(true);
        query.setFocused(true);
      }}
      onBlur={() => query.setFocused(false)}
      onCompositionStart={() => query.setComposing(true)}
      onCompositionEnd={() => query.setComposing(false)}
    />
  );
}
