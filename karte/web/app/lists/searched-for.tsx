import { useLingui } from "@lingui/react/macro";
import { searchedText, searchLeast } from "@sekimori/kit-contract/search-text";

interface SearchedForProps {
  /** As it was typed or pasted. */
  readonly text: string;
}

/** What a list was searched for, and by which rule; nothing where nobody searched. */
export function SearchedFor({ text }: SearchedForProps) {
  const { t } = useLingui();
  if (text.trim() === "") return null;
  const searched = searchedText(text);
  return (
    <span className="wrap-anywhere">
      {searched === ""
        ? t`Enter at least ${{ least: searchLeast }} characters to search.`
        : t`Searched for “${{ searched }}”. Enter at least ${{ least: searchLeast }} characters; width and case don't matter.`}
    </span>
  );
}
