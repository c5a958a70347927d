import { queryClient } from "@sekimori/kit-web/client/query-client";
import {
  type OrganisationPage,
  showOrganisation,
} from "@sekimori/portal-contract/endpoints/organisation";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** The organisation that the member owns. */
export const organisationQuery = queryOptions({
  queryKey: ["organisation"],
  queryFn: () => client.call(showOrganisation),
});

/** Shows what a change answered at once. */
export function keepOrganisation(answer: OrganisationPage): void {
  queryClient.setQueryData(organisationQuery.queryKey, answer);
}
