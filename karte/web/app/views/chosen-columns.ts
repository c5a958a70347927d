import {
  defaultColumns,
  type ListColumn,
  type ListName,
  listColumns,
  noColumns,
} from "@sekimori/karte-contract/lists";

/**
 * The columns that a list shows, in its order: those of its address, else those that the person
 * chose before, else those that stand without a choice.
 */
export function chosenColumns<Name extends ListName>(
  list: Name,
  asked: string | null,
  kept: readonly string[] | null | undefined,
): ReadonlySet<ListColumn<Name>> {
  const known: readonly ListColumn<Name>[] = listColumns[list];
  const wanted: readonly string[] =
    (asked === null ? kept : asked.split(",")) ?? defaultColumns[list];
  return new Set(known.filter((column) => wanted.includes(column)));
}

/** The same as a part of an address; null where they are those without a choice. */
export function columnsText(list: ListName, columns: ReadonlySet<string>): string | null {
  const shown = listColumns[list].filter((column) => columns.has(column));
  if (shown.join() === defaultColumns[list].join()) return null;
  return shown.length === 0 ? noColumns : shown.join(",");
}
