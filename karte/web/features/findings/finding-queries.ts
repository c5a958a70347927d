import { getFinding } from "@sekimori/karte-contract/endpoints/findings";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

export const findingQuery = (id: string) =>
  queryOptions({
    queryKey: ["finding", id],
    queryFn: ({ signal }) => client.call(getFinding, { params: { id }, signal }),
  });
