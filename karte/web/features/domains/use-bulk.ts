import { type Bulk, getBulk, listBulks } from "@sekimori/karte-contract/endpoints/domains";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client } from "../../app/client.ts";

/** How often a page asks how far a large act is. */
const everyMs = 1_000;

/** Whether an act goes on without the page. */
export const isUnderWay = ({ state }: Pick<Bulk, "state">): boolean =>
  state === "waiting" || state === "working" || state === "undoing";

const bulksQuery = queryOptions({
  queryKey: ["bulks"],
  queryFn: ({ signal }) => client.call(listBulks, { signal }),
});

const bulkQuery = (bulk: Bulk | undefined) =>
  queryOptions({
    queryKey: ["bulk", bulk?.id, bulk?.state],
    queryFn: ({ signal }) => client.call(getBulk, { params: { id: bulk?.id ?? "" }, signal }),
    enabled: bulk !== undefined && isUnderWay(bulk),
    refetchInterval: everyMs,
  });

/**
 * The act on many domains that a page tells of: the one that was just asked for, else one that is under
 * way, whoever began it and in whichever tab. It stays until somebody closes it, also when it has ended.
 */
export function useBulk(): readonly [Bulk | undefined, (bulk: Bulk | undefined) => void] {
  const [bulk, setBulk] = useState<Bulk>();
  const [closed, setClosed] = useState<string>();
  const { data: underWay } = useQuery(bulksQuery, queryClient);
  const { data: later } = useQuery(bulkQuery(bulk), queryClient);
  const found = underWay?.acts.find(({ id }) => id !== closed);
  if (bulk === undefined && found) setBulk(found);
  const shown = later !== undefined && later.id === bulk?.id ? later : bulk;
  const ended = shown !== bulk && shown && !isUnderWay(shown) ? shown : undefined;

  useEffect(() => {
    if (!ended) return;
    setBulk(ended);
    void queryClient.invalidateQueries();
  }, [ended]);

  const change = (next: Bulk | undefined) => {
    setClosed(next ? undefined : bulk?.id);
    setBulk(next);
  };
  return [shown, change];
}
