import { listKeys } from "@sekimori/console-contract/endpoints/keys";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: () => client.call(listKeys),
  staleTime: 0,
  // A tab that is only looked at must not keep a session alive.
  refetchOnWindowFocus: false,
});
