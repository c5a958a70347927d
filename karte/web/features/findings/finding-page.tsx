import { useLingui } from "@lingui/react/macro";
import type { FindingPage as Finding } from "@sekimori/karte-contract/endpoints/findings";
import { isOpen } from "@sekimori/karte-contract/finding-life";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { DescriptionList } from "@sekimori/kit-web/primitives/description-list";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass, Link as OutLink } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { language } from "../../app/language.ts";
import { useMay } from "../../app/session/session-query.ts";
import { Section } from "../../app/shell/section.tsx";
import { SentenceText } from "../../app/words/host-text.tsx";
import { Moment } from "../../app/words/moment.tsx";
import { ScoreGain } from "../../app/words/score-gain.tsx";
import { Severity } from "../../app/words/severity.tsx";
import { categoryWords } from "../../app/words/words.ts";
import { CommentForm } from "./comment-form.tsx";
import { DueDay } from "./due-day.tsx";
import { Evidence } from "./evidence.tsx";
import { findingQuery } from "./finding-queries.ts";
import { FindingWork } from "./finding-work.tsx";
import { History } from "./history.tsx";
import { placeOf } from "./place-of.ts";
import { RecheckButton } from "./recheck-button.tsx";
import { Recipes } from "./recipes.tsx";
import { StateNow } from "./state-now.tsx";

/** /inventory/result?id=…: one finding with evidence, reason, remedy and history. */
export function FindingPage({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(findingQuery(id), queryClient);
  if (data) return <OneFinding finding={data} />;
  if (!isApiError(error, "NotFound", "InvalidInput")) {
    return <QueryState error={error} onRetry={() => void refetch()} />;
  }
  return (
    <EmptyState
      level={1}
      title={t`This finding isn't in this workspace`}
      action={
        <Link to={pagePaths.inventoryResult} className={buttonClass({})}>
          {t`Back to findings`}
        </Link>
      }
    />
  );
}

function OneFinding({ finding }: { readonly finding: Finding }) {
  const { t, i18n } = useLingui();
  const mayComment = useMay("comment");
  const mayRun = useMay("run");
  const locale = language.current();
  const same = i18n.number(finding.same);
  return (
    <>
      <p className="mb-4">
        <Link to={pagePaths.inventoryResult} className={linkClass}>
          {t`Back to findings`}
        </Link>
      </p>
      <PageHeader
        title={<SentenceText text={finding.summary[locale]} />}
        windowTitle={finding.summary[locale]}
        isSentence
        description={finding.title[locale]}
        actions={
          <div className="flex flex-wrap items-start gap-3">
            <FindingWork
              ids={[finding.id]}
              state={finding.state}
              due={finding.dueOn}
              onDone={() => undefined}
            />
            {mayRun && <RecheckButton finding={finding} />}
          </div>
        }
      />
      {finding.unconfirmedSince !== null && (
        <Banner tone="warning" className="mb-6">
          {t`The last scan was inconclusive. You're seeing an earlier result.`}
        </Banner>
      )}
      <div className="mb-10">
        <DescriptionList
          rows={[
            {
              id: "severity",
              label: t`Severity`,
              value: (
                <>
                  <Severity severity={finding.severity} />{" "}
                  {finding.unconfirmed && (
                    <Badge tone="warning">{t`Based on version only, unconfirmed`}</Badge>
                  )}
                </>
              ),
            },
            {
              id: "priority",
              label: t`Priority`,
              value: (
                <>
                  <span className="font-700 tabular-nums">
                    {i18n.number(finding.priority.value)}
                  </span>{" "}
                  {finding.priority.sentence[locale]}
                </>
              ),
            },
            {
              id: "points",
              label: t`Score`,
              value: <ScoreGain finding={finding} />,
            },
            { id: "state", label: t`Status`, value: <StateNow finding={finding} /> },
            { id: "assignee", label: t`Assigned to`, value: finding.assignee?.name ?? "–" },
            {
              id: "due",
              label: t`Due`,
              value:
                finding.dueOn === null ? (
                  "–"
                ) : (
                  <DueDay day={finding.dueOn} waits={isOpen(finding.state)} />
                ),
            },
            {
              id: "where",
              label: t`Location`,
              value: <bdi className="break-all">{finding.url ?? placeOf(finding)}</bdi>,
            },
            {
              id: "domain",
              label: t`Domain`,
              value: (
                <Link
                  to={`${pagePaths.inventoryDomain}?id=${finding.domain.id}`}
                  className={linkClass}
                >
                  {finding.domain.name}
                </Link>
              ),
            },
            {
              id: "same",
              label: t`Other places`,
              value:
                finding.same === 0 ? (
                  t`Not found anywhere else`
                ) : (
                  <Link
                    to={`${pagePaths.inventoryResult}?check=${encodeURIComponent(finding.check)}`}
                    className={linkClass}
                  >
                    {t`Same finding open in other places: ${{ same }}`}
                  </Link>
                ),
            },
            { id: "area", label: t`Area`, value: i18n._(categoryWords[finding.category]) },
            {
              id: "first",
              label: t`First seen`,
              value: <Moment at={finding.firstSeenAt} withExact />,
            },
            {
              id: "last",
              label: t`Last seen`,
              value: <Moment at={finding.lastSeenAt} withExact />,
            },
          ]}
        />
      </div>
      <Section title={t`Evidence`}>
        <Evidence evidence={finding.evidence} />
      </Section>
      <Section title={t`Why it matters`}>
        <p className="max-w-[44rem] whitespace-pre-line">{finding.why[locale]}</p>
      </Section>
      <Section title={t`How to fix it`}>
        <p className="max-w-[44rem] whitespace-pre-line">{finding.remedy[locale]}</p>
        <Recipes recipes={finding.recipes} />
        <ul className="mt-4 grid gap-2 text-[0.875rem]">
          {finding.sources.map(({ title, url }) => (
            <li key={title}>
              {url === null ? (
                title
              ) : (
                <OutLink href={url} newTabLabel={t`opens in a new tab`}>
                  {title}
                </OutLink>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t`History`}>
        <History events={finding.history} />
        {mayComment && <CommentForm id={finding.id} />}
      </Section>
    </>
  );
}
