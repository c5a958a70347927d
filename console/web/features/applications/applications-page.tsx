import { useLingui } from "@lingui/react/macro";
import { refusalsCounted } from "@sekimori/console-contract/constants";
import type { ListedApplication } from "@sekimori/console-contract/endpoints/integration/applications";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useWriting } from "../../app/words/here.ts";
import { applicationAddress, applicationsQuery, refusalsAddress } from "./application-queries.ts";
import { kindWords } from "./kind-words.ts";

/** The applications that people log in to by the portal. */
export function ApplicationsPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(applicationsQuery, queryClient);
  const add = (
    <Link to={integrationPagePaths.addApplication} className={buttonClass({ variant: "primary" })}>
      {t`Add an application`}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t`Applications`}
        description={t`People log in to these with their Sekimori account.`}
        actions={add}
      />
      {data === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={t`Applications`} />
      ) : data.applications.length === 0 ? (
        <EmptyState title={t`No applications yet`}>
          {t`Add one: you get a client ID and, for a server, a client secret to set it up with.`}
        </EmptyState>
      ) : (
        <ApplicationsTable applications={data.applications} />
      )}
    </>
  );
}

interface ApplicationsTableProps {
  readonly applications: readonly ListedApplication[];
}

function ApplicationsTable({ applications }: ApplicationsTableProps) {
  const { t, i18n } = useLingui();
  const { day } = useWriting();
  return (
    <Table label={t`Applications`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Name`}</ColumnHeader>
          <ColumnHeader>{t`Client ID`}</ColumnHeader>
          <ColumnHeader>{t`Type`}</ColumnHeader>
          <ColumnHeader>{t`Refused requests`}</ColumnHeader>
          <ColumnHeader>{t`Added`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {applications.map(({ id, name, kind, isOwn, refusals, createdAt }) => (
          <Row key={id}>
            <RowHeader className="py-2">
              <Link to={applicationAddress(id)} className={linkClass}>
                {name}
              </Link>{" "}
              {isOwn && <Badge tone="neutral">{t`Operator's own`}</Badge>}
            </RowHeader>
            <Cell className="py-2">
              <code className="text-[0.875rem] wrap-anywhere">{id}</code>
            </Cell>
            <Cell className="py-2">{i18n._(kindWords[kind])}</Cell>
            <Cell className="py-2">
              {refusals === 0 ? (
                t`None`
              ) : (
                <Link to={refusalsAddress(id)} className={linkClass}>
                  {refusals >= refusalsCounted ? t`${refusalsCounted} or more` : refusals}
                  <span className="sr-only">{`: ${name}`}</span>
                </Link>
              )}
            </Cell>
            <Cell className="py-2">{day(tokyoDay(new Date(createdAt)))}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
