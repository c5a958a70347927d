import { listPeople } from "@sekimori/karte-contract/endpoints/people";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: ({ signal }) => client.call(listPeople, { signal }),
});
