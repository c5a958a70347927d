import { findingStates } from "@sekimori/karte-contract/words";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useQuery } from "@tanstack/react-query";
import { findingsQuery } from "../../app/findings/findings-query.ts";
import { filtersOf, listQueryOf } from "./list-address.ts";

const ofAnyState = findingsQuery({ state: findingStates.join(",") });

/**
 * Whether nothing was ever found, which nobody needs filters for. The list as it opens has what is
 * open; only where that is empty is the rest asked for.
 *
 * @returns undefined while nothing is open and the rest is still on its way.
 */
export function useNothingFound(address: URLSearchParams): boolean | undefined {
  const isPlain = Object.keys(filtersOf(address)).length === 0 && !address.has("by");
  const open = useQuery({ ...findingsQuery(listQueryOf(address)), enabled: isPlain }, queryClient);
  // What is shown while a filter is being cleared is still the filtered list.
  const noneOpen = isPlain && open.data?.findings.length === 0 && !open.isPlaceholderData;
  const { data, isPending } = useQuery({ ...ofAnyState, enabled: noneOpen }, queryClient);
  if (noneOpen && isPending) return undefined;
  return noneOpen && data?.findings.length === 0;
}
