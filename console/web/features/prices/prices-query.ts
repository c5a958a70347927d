import { listPrices } from "@sekimori/console-contract/endpoints/prices";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const pricesQuery = queryOptions({
  queryKey: ["prices"],
  queryFn: () => client.call(listPrices),
  staleTime: 0,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});
