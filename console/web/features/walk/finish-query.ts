import { finishWalk } from "@sekimori/console-contract/endpoints/integration/walks";
import type { EndpointResult } from "@sekimori/kit-contract/endpoint";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/integration-client.ts";

export type FinishedWalkView = EndpointResult<typeof finishWalk>;

/** What the browser came back with from the portal. */
export interface Returned {
  readonly id: string;
  readonly walk: string;
  readonly answer: string;
}

/** @returns undefined where the page was not come back to. */
export function returnedIn(query: URLSearchParams): Returned | undefined {
  const { id, walk, ...answer } = Object.fromEntries(query);
  if (id === undefined || walk === undefined || answer.state === undefined) return undefined;
  return { id, walk, answer: `?${new URLSearchParams(answer)}` };
}

/** Redeems it, which can be done once: so it is neither tried again nor read again. */
export const finishQuery = (returned: Returned) =>
  queryOptions({
    queryKey: ["walk", returned.walk],
    queryFn: () => client.call(finishWalk, { body: returned }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
