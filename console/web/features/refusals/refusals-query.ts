import { listRefusals } from "@sekimori/console-contract/endpoints/integration/refusals";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "../../app/integration-client.ts";
import { withLatest } from "./with-latest.ts";

export interface RefusalFilter {
  readonly client: string;
  readonly reference: string;
}

/** So often the list is read again while somebody watches it. */
export const watchedEveryMs = 3_000;

function read(asked: RefusalFilter & { readonly before?: string }) {
  const given = Object.entries(asked).filter(([, text]) => text);
  return client.call(listRefusals, { query: Object.fromEntries(given) });
}

/** What was refused, the latest first, in parts. */
export const refusalsQuery = (filter: RefusalFilter) =>
  infiniteQueryOptions({
    queryKey: ["refusals", filter],
    queryFn: ({ pageParam }) => read({ ...filter, before: pageParam }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // A tab that is only looked at must not keep a session alive.
    refetchOnWindowFocus: false,
  });

/** The first part again and again, while somebody watches: what is new of it stands above the rest. */
export const watchQuery = (filter: RefusalFilter) =>
  queryOptions({
    queryKey: ["refusals-watched", filter],
    async queryFn() {
      const latest = await read(filter);
      queryClient.setQueryData(
        refusalsQuery(filter).queryKey,
        (loaded) => loaded && withLatest(loaded, latest),
      );
      return null;
    },
    refetchInterval: watchedEveryMs,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
