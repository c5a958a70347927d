import type { ListName } from "@sekimori/karte-contract/lists";
import { ColumnChoice, type ColumnChoiceProps } from "./column-choice.tsx";
import { SavedViews } from "./saved-views.tsx";

export interface ListToolsProps<Name extends ListName>
  extends Omit<ColumnChoiceProps<Name>, "shown" | "onChange"> {
  readonly address: URLSearchParams;
  /** Undefined where nothing is shown in columns, and until they are known. */
  readonly columns: ColumnChoiceProps<Name>["shown"] | undefined;
  readonly onGo: (address: Readonly<Record<string, string>>) => void;
}

/** How one likes to see a list: views under names, and columns. */
export function ListTools<Name extends ListName>({
  list,
  words,
  columns,
  address,
  onGo,
}: ListToolsProps<Name>) {
  // Other columns are no other list: it stays at its page.
  function show(text: string | null) {
    const next = new URLSearchParams(address);
    if (text === null) next.delete("columns");
    else next.set("columns", text);
    onGo(Object.fromEntries(next));
  }
  return (
    <div className="flex flex-wrap gap-2">
      <SavedViews list={list} address={address} />
      {columns && <ColumnChoice list={list} words={words} shown={columns} onChange={show} />}
    </div>
  );
}
