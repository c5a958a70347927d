import { queryClient } from "@sekimori/kit-web/client/query-client";
import { type ContractView, getContract } from "@sekimori/portal-contract/endpoints/contract";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { profileQuery } from "./profile-query.ts";

/** The member's contract with its dates. */
export const contractQuery = queryOptions({
  queryKey: ["contract"],
  queryFn: () => client.call(getContract),
});

/** Shows what a change answered at once, here and wherever the profile's plan stands. */
export async function keepContract(contract: ContractView): Promise<void> {
  queryClient.setQueryData(contractQuery.queryKey, contract);
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
}
