import { queryClient } from "@sekimori/kit-web/client/query-client";
import { listActivity } from "@sekimori/portal-contract/endpoints/security";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** The account's log, newest first, page by page. */
export const activityQuery = infiniteQueryOptions({
  queryKey: ["activity"],
  queryFn: ({ pageParam }) =>
    client.call(listActivity, { query: pageParam === undefined ? {} : { before: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

/** After a change that stands in the log, or signs other browsers out, beside which all are shown. */
export async function refreshSecurity(): Promise<void> {
  await Promise.all(
    [activityQuery.queryKey, ["sessions"], ["trusted-browsers"], ["applications"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
