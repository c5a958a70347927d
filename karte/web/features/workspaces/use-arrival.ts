import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { here } from "../../app/here.ts";

/** Goes to the overview of a workspace that the session has just entered. */
export function useArrival(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    here.entered(undefined);
    await queryClient.resetQueries();
    await navigate(pagePaths.overview);
  };
}
