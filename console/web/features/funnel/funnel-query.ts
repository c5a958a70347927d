import { showFunnel } from "@sekimori/console-contract/endpoints/funnel";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const funnelQuery = queryOptions({
  queryKey: ["funnel"],
  queryFn: () => client.call(showFunnel),
  staleTime: 0,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});
