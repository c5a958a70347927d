import type { Maintenance, MaintenanceArea } from "@sekimori/kit-contract/maintenance";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { queryClient } from "../client/query-client.ts";
import { useNow } from "../clock/server-clock.ts";

type Read = () => Promise<{ readonly maintenance: readonly Maintenance[] }>;

/** An end that an operator moves, and what is closed meanwhile, are seen so soon. */
const askEveryMs = 30_000;

/** What is closed now of what a page is about; what has ended goes when its time has come. */
export function useClosed(read: Read, areas: readonly MaintenanceArea[]): readonly Maintenance[] {
  const now = useNow();
  const { data } = useQuery(
    queryOptions({ queryKey: ["maintenance"], queryFn: read, refetchInterval: askEveryMs }),
    queryClient,
  );
  return (data?.maintenance ?? []).filter(
    ({ area, endsAt }) => areas.includes(area) && (endsAt === null || Date.parse(endsAt) > now),
  );
}
