import { useLingui } from "@lingui/react/macro";
import { searchedText, searchLeast } from "@sekimori/kit-contract/search-text";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { useEffect, useState } from "react";

/** Whoever types is given so long before the list follows. */
const typingMs = 300;

interface SearchFieldProps {
  readonly text: string;
  readonly label: string;
  /** Shown in the empty field instead of the label: what can be written there. */
  readonly example?: string;
  readonly onSearch: (text: string) => void;
}

/** Words that narrow a list while they are typed, but not while an input method composes them. */
export function SearchField({ text, label, example, onSearch }: SearchFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(text);
  const [composing, setComposing] = useState(false);
  const isTooShort = typed.trim() !== "" && searchedText(typed) === "";

  useEffect(() => {
    if (composing || typed.trim() === text || isTooShort) return;
    const timer = setTimeout(() => onSearch(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed, text, composing, isTooShort, onSearch]);

  return (
    <TextField
      type="search"
      label={label}
      help={isTooShort ? t`At least ${{ least: searchLeast }} characters` : undefined}
      labelHidden
      dense
      placeholder={example ?? label}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    />
  );
}
