import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { ShowMore } from "@sekimori/kit-web/shell/show-more";
import { useInfiniteQuery } from "@tanstack/react-query";
import { RequestCard } from "./request-card.tsx";
import { requestsQuery } from "./requests-query.ts";

/** What waits for a second person. */
export function RequestsPage() {
  const { t } = useLingui();
  const query = useInfiniteQuery(requestsQuery, queryClient);
  const { data, error, refetch } = query;
  const requests = data?.pages.flatMap((page) => page.requests);
  return (
    <>
      <PageHeader
        title={t`Requests`}
        description={t`What can't be undone or costs money needs two people: one asks, another confirms.`}
      />
      {requests === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={t`Requests`} />
      ) : requests.length === 0 ? (
        <EmptyState
          title={t`No requests are waiting`}
          action={
            <Link to={pagePaths.work} className={buttonClass({})}>{t`Go to the work queue`}</Link>
          }
        >
          {t`When someone asks for a second person, the request appears here.`}
        </EmptyState>
      ) : (
        <ul className="grid gap-4" aria-label={t`Requests`}>
          {requests.map((request) => (
            <RequestCard key={request.id} request={request} />
          ))}
        </ul>
      )}
      <ShowMore
        query={query}
        size="small"
        className="mt-4"
        pendingLabel={t`Loading`}
      >{t`Show more`}</ShowMore>
    </>
  );
}
