import { useLingui } from "@lingui/react/macro";
import type { DomainPage as Domain } from "@sekimori/karte-contract/endpoints/domains";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { quietLinkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { GradeChart } from "../../app/charts/grade-chart.tsx";
import { useMay } from "../../app/session/session-query.ts";
import { Section } from "../../app/shell/section.tsx";
import { DomainName } from "../../app/words/domain-name.tsx";
import { Grade } from "../../app/words/grade.tsx";
import { QuotaLine } from "../../app/words/quota-line.tsx";
import { SeverityCounts } from "../../app/words/severity-counts.tsx";
import { CompareRuns } from "./compare-runs.tsx";
import { ConsentSection } from "./consent-section.tsx";
import { DomainAssets } from "./domain-assets.tsx";
import { DomainChoice } from "./domain-choice.tsx";
import { DomainFindings } from "./domain-findings.tsx";
import { domainQuery } from "./domain-queries.ts";
import { DomainSettings } from "./domain-settings.tsx";
import { ProofSection } from "./proof-section.tsx";
import { Resting } from "./resting.tsx";
import { RunButton } from "./run-button.tsx";
import { RunHistory } from "./run-history.tsx";

/** /inventory/domain?id=…: one domain; without an id, which one. */
export function DomainPage() {
  const [query] = useSearchParams();
  const id = query.get("id");
  return id === null ? <DomainChoice /> : <KnownDomain key={id} id={id} />;
}

function KnownDomain({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(domainQuery(id), queryClient);
  if (data) return <OneDomain domain={data} />;
  if (isApiError(error, "NotFound", "InvalidInput")) return <Unknown />;
  return <QueryState error={error} onRetry={() => void refetch()} />;
}

function Unknown() {
  const { t } = useLingui();
  return (
    <EmptyState
      level={1}
      title={t`This domain isn't in this workspace`}
      action={
        <Link to={pagePaths.siteList} className={buttonClass({})}>
          {t`Go to the domain list`}
        </Link>
      }
    >
      {t`It may have been removed or belong to another of your workspaces.`}
    </EmptyState>
  );
}

function OneDomain({ domain }: { readonly domain: Domain }) {
  const { t } = useLingui();
  const mayRun = useMay("run");
  const name = domain.name.unicode;
  return (
    <>
      <PageHeader
        title={<DomainName name={domain.name} />}
        windowTitle={domain.name.unicode}
        description={domain.label}
        actions={mayRun && <RunButton domain={domain} />}
      />
      <Resting domains={[domain]} />
      {mayRun && (
        <div className="mb-5">
          <QuotaLine />
        </div>
      )}
      {domain.lastRunAt !== null && (
        <div className="mb-10 flex flex-wrap items-center gap-x-8 gap-y-4 rounded-8 border border-border bg-surface p-5">
          <Grade grade={domain.grade} size="large" atMost={domain.atMost} />
          <div>
            <h2 className="text-[0.875rem] text-muted">{t`Open findings`}</h2>
            <Link
              to={`${pagePaths.inventoryResult}?domain=${domain.id}`}
              className={quietLinkClass}
            >
              <SeverityCounts counts={domain.open} />
            </Link>
          </div>
          <div>
            <h2 className="text-[0.875rem] text-muted">{t`Assets found`}</h2>
            <p className="tabular-nums">{domain.assets}</p>
          </div>
        </div>
      )}
      {domain.lastRunAt !== null && <DomainFindings domain={domain} />}
      {domain.history.length > 0 && (
        <Section title={t`Grade over time`}>
          <GradeChart label={t`Grade of ${{ name }}`} history={domain.history} />
        </Section>
      )}
      <ProofSection domain={domain} />
      <ConsentSection domain={domain} />
      <DomainSettings domain={domain} />
      <DomainAssets domain={domain} />
      <Section title={t`Scan history`}>
        <RunHistory runs={domain.runs} />
      </Section>
      <Section title={t`Compare two scans`}>
        <CompareRuns runs={domain.runs} />
      </Section>
    </>
  );
}
