import { getDomain } from "@sekimori/karte-contract/endpoints/domains";
import { listReportSchedules, listReports } from "@sekimori/karte-contract/endpoints/reports";
import { reportStatesUnderWay } from "@sekimori/karte-contract/words";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

const lookMs = 2_000;

/** Reports; while one is being made the page looks how far it is. */
export const reportsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["reports", cursor],
    queryFn: ({ signal }) =>
      client.call(listReports, { query: cursor === undefined ? {} : { cursor }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.reports.some((report) => reportStatesUnderWay.some((one) => one === report.state))
        ? lookMs
        : false,
  });

export const schedulesQuery = queryOptions({
  queryKey: ["report-schedules"],
  queryFn: () => client.call(listReportSchedules),
});

export const domainNameQuery = (id: string | null) =>
  queryOptions({
    queryKey: ["domain", id],
    queryFn: ({ signal }) => client.call(getDomain, { params: { id: id ?? "" }, signal }),
    enabled: id !== null,
  });
