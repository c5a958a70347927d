import { useLingui } from "@lingui/react/macro";
import type { FindingPage as Finding } from "@sekimori/karte-contract/endpoints/findings";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Banner } from "@sekimori/kit-web/primitives/banner";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Checkbox } from "@sekimori/kit-web/primitives/checkbox";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "../../app/counted.ts";
import { language } from "../../app/language.ts";
import { useMay } from "../../app/session/session-query.ts";
import { Section } from "../../app/shell/section.tsx";
import { SentenceText } from "../../app/words/host-text.tsx";
import { CauseFindings } from "./cause-findings.tsx";
import { CommentForm } from "./comment-form.tsx";
import { Evidence } from "./evidence.tsx";
import { FindingFacts } from "./finding-facts.tsx";
import { findingQuery } from "./finding-queries.ts";
import { FindingStanding } from "./finding-standing.tsx";
import { FindingWork } from "./finding-work.tsx";
import { History } from "./history.tsx";
import { RecheckButton } from "./recheck-button.tsx";
import { Remedy } from "./remedy.tsx";

/** /inventory/result?id=…: one finding, from what to do about it to its history. */
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
  const mayAssign = useMay("assign");
  const locale = language.current();
  const [together, setTogether] = useState(true);
  const isShared = finding.cause.findings > 1;
  const figure = counted(i18n, finding.cause.findings, finding.cause.more);
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
              withCause={isShared && together}
              onDone={() => undefined}
            />
            {mayRun && <RecheckButton finding={finding} />}
            {isShared && mayAssign && (
              <Checkbox
                className="w-full"
                label={t`Apply to all findings with this cause: ${{ figure }}`}
                checked={together}
                onChange={(event) => setTogether(event.currentTarget.checked)}
              />
            )}
          </div>
        }
      />
      {finding.unconfirmedSince !== null && (
        <Banner tone="warning" className="mb-6">
          {t`The last scan was inconclusive. You're seeing an earlier result.`}
        </Banner>
      )}
      <FindingStanding finding={finding} />
      <Section title={t`How to fix it`}>
        <Remedy finding={finding} />
      </Section>
      {isShared && (
        <Section
          title={t`Findings with the same cause`}
          description={t`They end together when the cause is fixed.`}
        >
          <CauseFindings finding={finding} but={finding.id} />
        </Section>
      )}
      <Section title={t`Evidence`}>
        <Evidence evidence={finding.evidence} />
      </Section>
      <Section title={t`Why it matters`}>
        <p className="max-w-[44rem] whitespace-pre-line">{finding.why[locale]}</p>
      </Section>
      <Section title={t`Details`}>
        <FindingFacts finding={finding} />
      </Section>
      <Section title={t`History`}>
        <History events={finding.history} />
        {mayComment && <CommentForm id={finding.id} />}
      </Section>
    </>
  );
}
