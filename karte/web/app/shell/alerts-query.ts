import { listAlerts } from "@sekimori/karte-contract/endpoints/alerts";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";

const minuteMs = 60_000;

/** What the bell has; asked for again every minute while the page is looked at. */
export const alertsQuery = (cursor?: string) =>
  queryOptions({
    queryKey: ["alerts", cursor],
    queryFn: ({ signal }) =>
      client.call(listAlerts, { query: cursor === undefined ? {} : { cursor }, signal }),
    refetchInterval: minuteMs,
  });
