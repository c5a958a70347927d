import { getAlertChoice } from "@sekimori/karte-contract/endpoints/alerts";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../client.ts";

/** How the person is told of what everybody is told of. */
export const alertChoiceQuery = queryOptions({
  queryKey: ["alert-choice"],
  queryFn: () => client.call(getAlertChoice),
});
