import type { AssetListQuery } from "../../app/assets/asset-queries.ts";
import type { AssetSort } from "../../app/assets/asset-table.tsx";
import { filtersIn, placeIn } from "../../app/lists/list-query.ts";

const filterNames = ["q", "type", "state", "domain", "group"] as const;
const sorts: readonly AssetSort[] = ["name", "first-seen", "last-seen"];

/** The list's filters, order and page as its address has them. */
export function listQueryOf(address: URLSearchParams): NonNullable<AssetListQuery> {
  return {
    ...filtersIn(address, filterNames),
    ...placeIn(address, sorts),
  } as NonNullable<AssetListQuery>;
}
