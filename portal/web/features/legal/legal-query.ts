import { legalConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** The operator's details for the legal texts. */
export const legalQuery = queryOptions({
  queryKey: ["legal"],
  queryFn: () => client.call(legalConfiguration),
  staleTime: Number.POSITIVE_INFINITY,
});
