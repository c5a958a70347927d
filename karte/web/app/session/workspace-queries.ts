import { getDomain } from "@sekimori/karte-contract/endpoints/domains";
import { listGroups } from "@sekimori/karte-contract/endpoints/groups";
import { listColleagues } from "@sekimori/karte-contract/endpoints/people";
import { listClosedWorkspaces } from "@sekimori/karte-contract/endpoints/workspaces";
import { queryOptions } from "@tanstack/react-query";
import { client, site } from "../client.ts";

/** What karte says of this installation: where the portal is. */
export const siteQuery = queryOptions({
  queryKey: ["site"],
  queryFn: site,
  staleTime: Number.POSITIVE_INFINITY,
});

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

/** Workspaces that the person owned and can open again. */
export const closedQuery = queryOptions({
  queryKey: ["workspaces", "closed"],
  queryFn: ({ signal }) => client.call(listClosedWorkspaces, { signal }),
  staleTime: 60_000,
});

/** The domain that a list was opened for; null for a list of all. */
export const domainNameQuery = (id: string | null) =>
  queryOptions({
    queryKey: ["domain-name", id],
    queryFn: ({ signal }) => client.call(getDomain, { params: { id: id ?? "" }, signal }),
    enabled: id !== null,
  });
