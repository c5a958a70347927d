import { listTicketSystems } from "@sekimori/karte-contract/endpoints/tickets";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../client.ts";
import { useMay, useSession } from "../session/session-query.ts";

export const ticketSystemsQuery = queryOptions({
  queryKey: ["ticket-systems"],
  queryFn: () => client.call(listTicketSystems),
  staleTime: 60_000,
});

/** Where the person can have tickets made; nowhere until that is known. */
export function useTicketSystems() {
  const mayMake = useMay("make-tickets");
  const hasPlan = useSession().data?.workspace?.plan.tickets ?? false;
  const { data } = useQuery({ ...ticketSystemsQuery, enabled: mayMake && hasPlan }, queryClient);
  return data?.systems ?? [];
}
