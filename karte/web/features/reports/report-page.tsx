import { useLingui } from "@lingui/react/macro";
import { reportDays } from "@sekimori/karte-contract/constants";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "../../app/session/session-query.ts";
import { Section } from "../../app/shell/section.tsx";
import { MonthlySection } from "./monthly-section.tsx";
import { reportsQuery } from "./report-queries.ts";
import { ReportTable } from "./report-table.tsx";
import { RequestForm } from "./request-form.tsx";

/** /report-request: asks for reports, shows how far they are, and gives them out. */
export function ReportPage() {
  const { t } = useLingui();
  const mayRequest = useMay("request-report");
  const [address, setAddress] = useSearchParams();
  const { data, error, refetch } = useQuery(
    reportsQuery(address.get("cursor") ?? undefined),
    queryClient,
  );
  const next = data?.next ?? null;
  return (
    <>
      <PageHeader
        title={t`Report request`}
        description={t`Get a PDF to share, or CSV and JSON for your tools. The numbers match the screens.`}
      />
      {mayRequest && (
        <Section title={t`New report`}>
          <RequestForm domainId={address.get("domain")} viewId={address.get("view")} />
        </Section>
      )}
      <Section
        title={t`Reports`}
        description={t`We'll email the person who requests a report when it's ready. Reports are kept for ${{ reportDays }} days.`}
      >
        {!data && <QueryState error={error} onRetry={() => void refetch()} />}
        {data?.reports.length === 0 && <p className="text-muted">{t`No reports yet`}</p>}
        {data && data.reports.length > 0 && <ReportTable reports={data.reports} />}
        {next !== null && (
          <Button className="mt-4" onClick={() => void setAddress({ cursor: next })}>
            {t`Next page`}
          </Button>
        )}
      </Section>
      {mayRequest && <MonthlySection />}
    </>
  );
}
