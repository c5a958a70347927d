import { legalConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";

/** The operator's details for the legal texts, and what the paid plan costs whoever applies today. */
export const legalQuery = queryOptions({
  queryKey: ["legal"],
  queryFn: () => client.call(legalConfiguration),
  staleTime: Number.POSITIVE_INFINITY,
});
