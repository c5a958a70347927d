import { listRefusals } from "@sekimori/console-contract/endpoints/integration/refusals";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { client } from "../../app/integration-client.ts";

export interface RefusalFilter {
  readonly client: string;
  readonly reference: string;
}

/** So often the list is read again while somebody watches it. */
export const watchedEveryMs = 3_000;

/** What was refused, the latest first, in parts. */
export const refusalsQuery = (filter: RefusalFilter) =>
  infiniteQueryOptions({
    queryKey: ["refusals", filter],
    queryFn: ({ pageParam }) => {
      const given = Object.entries({ ...filter, before: pageParam }).filter(([, text]) => text);
      return client.call(listRefusals, { query: Object.fromEntries(given) });
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // A tab that is only looked at must not keep a session alive.
    refetchOnWindowFocus: false,
  });
