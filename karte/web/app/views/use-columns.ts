import type { ListColumn, ListName } from "@sekimori/karte-contract/lists";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import { chosenColumns } from "./chosen-columns.ts";
import { viewsQuery } from "./view-queries.ts";

/** The columns that a list shows; undefined until it is known, so that none comes and goes. */
export function useColumns<Name extends ListName>(
  list: Name,
  address: URLSearchParams,
): ReadonlySet<ListColumn<Name>> | undefined {
  const { data, isPending } = useQuery(viewsQuery, queryClient);
  const asked = address.get("columns");
  if (isPending && asked === null) return undefined;
  return chosenColumns(list, asked, data?.columns[list]);
}
