import {
  type ListColumn,
  type ListName,
  listColumns,
  noColumns,
} from "@sekimori/karte-contract/lists";

/**
 * The columns that a list shows, in its order: those of its address, else those that the person
 * chose before, else all.
 */
export function chosenColumns<Name extends ListName>(
  list: Name,
  asked: string | null,
  kept: readonly string[] | null | undefined,
): ReadonlySet<ListColumn<Name>> {
  const known: readonly ListColumn<Name>[] = listColumns[list];
  const wanted = asked === null ? kept : asked.split(",").filter((one) => one !== noColumns);
  return new Set(wanted == null ? known : known.filter((column) => wanted.includes(column)));
}

/** The same as a part of an address; null where all are shown. */
export function columnsText(list: ListName, columns: ReadonlySet<string>): string | null {
  const shown = listColumns[list].filter((column) => columns.has(column));
  if (shown.length === listColumns[list].length) return null;
  return shown.length === 0 ? noColumns : shown.join(",");
}
