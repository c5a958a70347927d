import { useLingui } from "@lingui/react/macro";
import { closedWorkspaceDays } from "@sekimori/karte-contract/constants";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { closedQuery } from "../../app/session/workspace-queries.ts";
import { ClosedWorkspaces } from "./closed-workspaces.tsx";
import { useArrival } from "./use-arrival.ts";

/** /workspace/closed: where owners open a workspace again; the email that tells of it leads here. */
export function ClosedWorkspacesPage() {
  const { t } = useLingui();
  const arrive = useArrival();
  const { data, error, refetch } = useQuery(closedQuery, queryClient);
  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 py-10">
      <PageHeader
        title={t`Reopen a workspace`}
        description={t`Owners can reopen a workspace for ${{ closedWorkspaceDays }} days after it was closed. Then we delete its data.`}
      />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.workspaces.length === 0 && (
        <EmptyState title={t`There's nothing you can reopen`}>
          {t`None of your workspaces is closed, or the time to reopen them is over. Only owners can reopen a workspace.`}
        </EmptyState>
      )}
      <ClosedWorkspaces onOpened={arrive} />
      <p className="mt-8">
        <Link to={pagePaths.overview} className={linkClass}>
          {t`Go to the overview`}
        </Link>
      </p>
    </div>
  );
}
