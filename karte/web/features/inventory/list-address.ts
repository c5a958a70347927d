import { listFilters, listSorts } from "@sekimori/karte-contract/lists";
import type { AssetListQuery } from "../../app/assets/asset-queries.ts";
import { filtersIn, placeIn } from "../../app/lists/list-query.ts";

/** The list's filters, order and page as its address has them. */
export function listQueryOf(address: URLSearchParams): NonNullable<AssetListQuery> {
  return {
    ...filtersIn(address, listFilters.assets),
    ...placeIn(address, listSorts.assets),
  } as NonNullable<AssetListQuery>;
}
