import { listViews } from "@sekimori/karte-contract/endpoints/saved-views";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";

/** The person's views of lists, and the columns they chose. */
export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: ({ signal }) => client.call(listViews, { signal }),
  staleTime: 60_000,
});
