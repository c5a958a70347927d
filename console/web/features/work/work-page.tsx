import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { DeliveryWork } from "./delivery-work.tsx";
import { MemberWork } from "./member-work.tsx";
import { MoneyWork } from "./money-work.tsx";
import { workQuery } from "./work-query.ts";

/** What waits for somebody who works here, each with its next step. */
export function WorkPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(workQuery, queryClient);
  return (
    <>
      <PageHeader
        title={t`Work queue`}
        description={t`Everything that needs someone to look at it, the oldest first.`}
      />
      {data === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={t`Work queue`} />
      ) : Object.values(data).every((items) => items.length === 0) ? (
        <EmptyState
          title={t`Nothing needs attention`}
          action={<Link to={pagePaths.find} className={buttonClass({})}>{t`Find a member`}</Link>}
        >
          {t`Contracts, charges, inquiries, deletions, jobs, emails and webhooks appear here when someone has to look at them.`}
        </EmptyState>
      ) : (
        <>
          <MoneyWork work={data} />
          <MemberWork work={data} />
          <DeliveryWork work={data} />
        </>
      )}
    </>
  );
}
