import type { problemIn } from "@sekimori/karte-contract/query/parse";
import type { QueryProblem } from "@sekimori/karte-contract/query/problem";
import { useEffect, useState } from "react";

/** Whoever types is given so long before the list follows. */
const typingMs = 300;

export interface TypedQuery {
  readonly typed: string;
  setTyped(text: string): void;
  setComposing(isComposing: boolean): void;
  setFocused(isFocused: boolean): void;
  /** What is wrong and worth saying: while somebody still types, not that it is unfinished. */
  readonly problem: QueryProblem | undefined;
  /** Asks at once. @returns what keeps it from being asked. */
  ask(): QueryProblem | undefined;
}

/** A query as it is typed: asked where it can be read, while the list keeps the one before. */
export function useTypedQuery(
  text: string,
  onAsk: (text: string) => void,
  read: typeof problemIn | undefined,
): TypedQuery {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const [asked, setAsked] = useState(text);
  const [isComposing, setComposing] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isPressed, setPressed] = useState(false);

  // The address has another one than what was asked here: a view was chosen, or filters cleared.
  if (known !== text) {
    setKnown(text);
    if (text !== asked) {
      setTyped(text);
      setAsked(text);
    }
  }

  const found = typed.trim() === "" ? undefined : read?.(typed);
  const wanted = typed.trim();

  useEffect(() => {
    if (isComposing || found !== undefined || wanted === asked) return;
    const timer = setTimeout(() => {
      setAsked(wanted);
      onAsk(wanted);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [isComposing, found, wanted, asked, onAsk]);

  const isUnfinished = found !== undefined && found.at + found.length >= typed.trimEnd().length;
  return {
    typed,
    setTyped(next) {
      setTyped(next);
      setPressed(false);
    },
    setComposing,
    setFocused,
    problem: isFocused && isUnfinished && !isPressed ? undefined : found,
    ask() {
      setPressed(true);
      if (found === undefined && wanted !== asked) {
        setAsked(wanted);
        onAsk(wanted);
      }
      return found;
    },
  };
}
