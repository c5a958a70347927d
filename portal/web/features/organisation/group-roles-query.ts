import { queryClient } from "@sekimori/kit-web/client/query-client";
import {
  type GroupMapping,
  type GroupRolesPage,
  previewGroupRoles,
  showGroupRoles,
} from "@sekimori/portal-contract/endpoints/group-roles";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** A whole set of mappings, as it is saved. */
export interface WantedRoles {
  readonly claim: string | null;
  readonly mappings: GroupMapping[];
}

/** Which roles groups stand for, of the organisation that the member owns. */
export const groupRolesQuery = queryOptions({
  queryKey: ["organisation-group-roles"],
  queryFn: () => client.call(showGroupRoles),
  staleTime: 0,
});

/** Shows what a change answered at once. */
export function keepGroupRoles(answer: GroupRolesPage): void {
  queryClient.setQueryData(groupRolesQuery.queryKey, answer);
}

/** Who would get which role. */
export const groupRolesPreviewQuery = (wanted: WantedRoles) =>
  queryOptions({
    queryKey: ["organisation-group-roles-preview", wanted],
    queryFn: () => client.call(previewGroupRoles, { body: wanted }),
    staleTime: 0,
  });
