import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { alertDays } from "@sekimori/karte-contract/constants";
import { type AlertView, readAlerts } from "@sekimori/karte-contract/endpoints/alerts";
import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import { type Severity, severities } from "@sekimori/karte-contract/words";
import { EmptyIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { ListHeader } from "../../app/lists/list-header.tsx";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay, useSession } from "../../app/session/session-query.ts";
import { alertsQuery } from "../../app/shell/alerts-query.ts";
import { alertWords } from "../../app/words/alert-words.ts";
import { Moment } from "../../app/words/moment.tsx";
import { severityWords } from "../../app/words/words.ts";
import { OwnAlerts } from "./own-alerts.tsx";

/** /alerts: what the bell has for this person. */
export function AlertsPage() {
  const { t } = useLingui();
  const mayManage = useMay("manage-alerts");
  const [address, setAddress] = useSearchParams();
  const { data, error, refetch } = useQuery(
    alertsQuery(address.get("cursor") ?? undefined),
    queryClient,
  );
  const newest = data?.alerts[0];
  const next = data?.next ?? null;

  async function readAll(until: string) {
    try {
      await client.call(readAlerts, { body: { until } });
    } catch (failure) {
      reportError(failure);
    }
    await queryClient.invalidateQueries({ queryKey: ["alerts"] });
  }

  return (
    <>
      <ListHeader
        title={t`Alerts`}
        about={t`What your alerts below and your workspace's alert rules tell you, findings assigned to you and answers to your requests, kept for ${{ alertDays }} days.`}
        actions={
          <>
            {newest && data.unread > 0 && (
              <Button
                size="small"
                onClick={() => void readAll(newest.at)}
              >{t`Mark all as read`}</Button>
            )}
            {mayManage && (
              <Link to={pagePaths.settings} className={buttonClass({})}>
                {t`Settings`}
              </Link>
            )}
          </>
        }
      />
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.alerts.length === 0 && (
        <EmptyState title={t`No alerts`} illustration={<EmptyIllustration />}>
          {t`When something serious happens, it appears here.`}
        </EmptyState>
      )}
      {data && data.alerts.length > 0 && (
        <ul className="divide-y divide-border border-y border-border">
          {data.alerts.map((alert) => (
            <AlertLine key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {next !== null && (
        <Button className="mt-4" onClick={() => void setAddress({ cursor: next })}>
          {t`Next page`}
        </Button>
      )}
      <OwnAlerts />
    </>
  );
}

/** What an alert leads to: its finding, the findings of a domain, the domain, or the workspace. */
function pageOf({ kind, domain, finding }: AlertView, own: string): string {
  if (finding !== null) return `${pagePaths.inventoryResult}?${queryNames.id}=${finding}`;
  if (kind === "policy.ended") return pagePaths.settings;
  if (domain === null) return pagePaths.workspace;
  return kind === "finding.assigned"
    ? `${pagePaths.inventoryResult}?${new URLSearchParams({ domain: domain.id, assignee: own })}`
    : `${pagePaths.inventoryDomain}?${queryNames.id}=${domain.id}`;
}

function AlertLine({ alert }: { readonly alert: AlertView }) {
  const { t, i18n } = useLingui();
  const { kind, domain, detail, read, at } = alert;
  const own = useSession().data?.person.id ?? "";
  const page = pageOf(alert, own);
  const severity = severities.find((one): one is Severity => one === detail.severity);
  const title = i18n.locale === "en" ? detail.titleEn : detail.titleJa;
  const parts = [
    domain?.name,
    detail.what === "ownership" ? t`Transfer ownership` : null,
    detail.what === "contract" ? t`Transfer contract` : null,
    detail.person,
    title,
    detail.host,
    detail.name,
    detail.policy ? t`Policy: ${{ name: String(detail.policy) }}` : null,
    detail.from && detail.to ? `${detail.from} → ${detail.to}` : null,
    detail.until,
    detail.count ? plural(Number(detail.count), { one: "# finding", other: "# findings" }) : null,
    detail.more ? t`${{ count: Number(detail.more) }} more` : null,
  ].filter((part) => part !== null && part !== undefined && part !== "");
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
      <span className="min-w-0 flex-1 basis-72">
        {!read && <Badge tone="key">{t({ message: "New", context: "unread" })}</Badge>}{" "}
        <Link to={page} className={linkClass}>
          {detail.policy ? t`Finding matched a policy` : i18n._(alertWords[kind])}
        </Link>
        {severity && <span className="text-muted"> ({i18n._(severityWords[severity])})</span>}
        <span className="block break-words text-muted">
          {parts.map((part, place) => (
            <span key={String(part)}>
              {place > 0 && <span> · </span>}
              <bdi>{String(part)}</bdi>
            </span>
          ))}
        </span>
      </span>
      <span className="text-[0.875rem] text-muted">
        <Moment at={at} />
      </span>
    </li>
  );
}
