import type { SortDirection } from "@sekimori/kit-web/primitives/table";

const opposite: Readonly<Record<SortDirection, SortDirection>> = {
  ascending: "descending",
  descending: "ascending",
};

export type Order = "asc" | "desc";

const directions: Readonly<Record<Order, SortDirection>> = { asc: "ascending", desc: "descending" };

type Sortable = Readonly<{ sort: SortDirection | "none"; onSort: (next: SortDirection) => void }>;

/** For a column of figures that rises in its list from the highest to the lowest. */
export const highestFirst = ({ sort, onSort }: Sortable): Sortable => ({
  sort: sort === "none" ? sort : opposite[sort],
  onSort: (next) => onSort(opposite[next]),
});

/** What a column's header needs to show how the list is sorted, and to sort it anew. */
export function sortableBy<Column extends string>(
  sorted: { readonly column: Column; readonly order: Order } | undefined,
  onSort: (column: Column, order: Order) => void,
) {
  return (column: Column) => ({
    sort: sorted?.column === column ? directions[sorted.order] : ("none" as const),
    onSort: (next: SortDirection) => onSort(column, next === "ascending" ? "asc" : "desc"),
  });
}
