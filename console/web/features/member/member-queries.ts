import { showHistory, showMember } from "@sekimori/console-contract/endpoints/members";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

// Each of these is a look that the audit log keeps: none is repeated by itself.
const once = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

export const memberQuery = (member: string, reason: string) =>
  queryOptions({
    ...once,
    queryKey: ["member", member, reason],
    queryFn: () => client.call(showMember, { body: { member, reason } }),
  });

export const historyQuery = (member: string, reason: string) =>
  infiniteQueryOptions({
    ...once,
    queryKey: ["member", member, reason, "history"],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before }) =>
      client.call(showHistory, {
        body: { member, reason, ...(before === undefined ? {} : { before }) },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** After an act: what is shown of the member is read again. */
export const readAgain = (member: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["member", member] });
