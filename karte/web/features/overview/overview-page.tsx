import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { FirstSteps } from "./first-steps.tsx";
import { overviewQuery } from "./overview-queries.ts";
import { Situation } from "./situation.tsx";

/** /: are we all right? Until there is a first result, the way to it. */
export function OverviewPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(overviewQuery(), queryClient);
  return (
    <>
      <PageHeader title={t`Overview`} />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data &&
        (data.checklist.diagnosed ? (
          <Situation overview={data} chartLabel={t`Grade of the workspace`} />
        ) : (
          <FirstSteps overview={data} />
        ))}
    </>
  );
}
