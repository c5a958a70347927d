import { queryClient } from "@sekimori/kit-web/client/query-client";
import { getNotice, listNotices, readNotices } from "@sekimori/portal-contract/endpoints/notice";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, unasked } from "./client.ts";

/** The newest notices and how many are unread: what the bell shows. */
export const newestNoticesQuery = queryOptions({
  queryKey: ["notices", "newest"],
  queryFn: () => client.call(listNotices, { query: {} }),
  staleTime: 60_000,
});

/** Every notice, newest first, page by page; what was new on arrival stays marked as new. */
export const noticeListQuery = infiniteQueryOptions({
  queryKey: ["notices", "list"],
  queryFn: ({ pageParam }) =>
    client.call(listNotices, { query: pageParam === undefined ? {} : { before: pageParam } }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

export const noticeQuery = (id: string) =>
  queryOptions({
    queryKey: ["notices", "one", id],
    queryFn: () => client.call(getNotice, { params: { id } }),
  });

/** Tells the server what has been looked at, and the bell what is left. */
export async function markRead(upTo: string): Promise<void> {
  try {
    await unasked.call(readNotices, { body: { upTo } });
    await queryClient.invalidateQueries({ queryKey: newestNoticesQuery.queryKey });
  } catch {
    // They stay unread; the next look tries again.
  }
}
