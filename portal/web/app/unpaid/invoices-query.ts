import { listInvoices } from "@sekimori/portal-contract/endpoints/invoice";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";
import { isUnderWay } from "./owed.ts";

/** How often charges that are under way are asked about, at first and once it takes long. */
const askMs = { soon: 1_500, later: 30_000 } as const;
const soonTimes = 40;

export const noSearch = { from: "", to: "", least: "", most: "", text: "" };

type Search = typeof noSearch;

/** What is looked for; an amount that is no amount is not looked for. */
export function queryOf({ from, to, least, most, text }: Search) {
  const yen = (typed: string) => (/^\d{1,8}$/.test(typed) ? Number(typed) : undefined);
  const amounts = { least: yen(least), most: yen(most) };
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(amounts.least !== undefined && { least: amounts.least }),
    ...(amounts.most !== undefined && { most: amounts.most }),
    ...(text && { text }),
  };
}

export const invoicesQuery = (query: ReturnType<typeof queryOf>) =>
  queryOptions({
    queryKey: ["invoices", query],
    queryFn: () => client.call(listInvoices, { query }),
    placeholderData: (former) => former,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const waits = data?.authenticateAt === null && data.invoices.some(isUnderWay);
      if (!waits) return false;
      return dataUpdateCount < soonTimes ? askMs.soon : askMs.later;
    },
  });
