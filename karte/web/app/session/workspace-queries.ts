import { listGroups } from "@sekimori/karte-contract/endpoints/groups";
import { listColleagues } from "@sekimori/karte-contract/endpoints/people";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";

/** The workspace's groups, as far as the person sees them. */
export const groupsQuery = queryOptions({
  queryKey: ["groups"],
  queryFn: ({ signal }) => client.call(listGroups, { signal }),
});

/** Whom something can be given to or told. */
export const colleaguesQuery = queryOptions({
  queryKey: ["colleagues"],
  queryFn: ({ signal }) => client.call(listColleagues, { signal }),
});
