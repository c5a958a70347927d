import type { SortDirection } from "@sekimori/kit-web/primitives/table";

export type Order = "asc" | "desc";

const directions: Readonly<Record<Order, SortDirection>> = { asc: "ascending", desc: "descending" };

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
