import { useLingui } from "@lingui/react/macro";
import {
  type ReportScheduleView,
  removeReportSchedule,
} from "@sekimori/karte-contract/endpoints/reports";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { useMay, useSession } from "../../app/session/session-query.ts";
import { Section } from "../../app/shell/section.tsx";
import { Moment } from "../../app/words/moment.tsx";
import { schedulesQuery } from "./report-queries.ts";
import { useScopeWord } from "./report-table.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";

/** Reports that are made by themselves on every 1st; a part of the paid plan. */
export function MonthlySection() {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const maySchedule = useMay("schedule");
  const hasPlan = useSession().data?.workspace?.plan.scheduledReports ?? false;
  const { data, error, refetch } = useQuery(schedulesQuery, queryClient);
  return (
    <Section
      title={t`Every month`}
      description={
        hasPlan
          ? t`On the 1st at 6:00 (JST), we create last month's report and email a link.`
          : t`Monthly reports are part of the detailed diagnosis plan.`
      }
      actions={
        maySchedule &&
        hasPlan && <Button onClick={() => setIsOpen(true)}>{t`Add a monthly report`}</Button>
      }
    >
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data && data.schedules.length > 0 && (
        <ScheduleTable schedules={data.schedules} mayRemove={maySchedule} />
      )}
      {data?.schedules.length === 0 && hasPlan && (
        <p className="text-muted">{t`No monthly reports yet.`}</p>
      )}
      {isOpen && <ScheduleDialog onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function ScheduleTable({
  schedules,
  mayRemove,
}: {
  readonly schedules: readonly ReportScheduleView[];
  readonly mayRemove: boolean;
}) {
  const { t } = useLingui();
  const scopeWord = useScopeWord();
  const [busy, setBusy] = useState<string>();

  async function remove(id: string) {
    setBusy(id);
    try {
      await client.call(removeReportSchedule, { params: { id } });
    } catch (failure) {
      reportError(failure);
    } finally {
      setBusy(undefined);
    }
    await queryClient.invalidateQueries({ queryKey: ["report-schedules"] });
  }

  return (
    <Table label={t`Monthly reports`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Scope`}</ColumnHeader>
          <ColumnHeader>{t`Format`}</ColumnHeader>
          <ColumnHeader>{t`Email to`}</ColumnHeader>
          <ColumnHeader>{t`Next`}</ColumnHeader>
          {mayRemove && <ColumnHeader>{t`Change`}</ColumnHeader>}
        </tr>
      </thead>
      <tbody>
        {schedules.map((schedule) => (
          <Row key={schedule.id}>
            <RowHeader>
              <bdi>{scopeWord(schedule.scope)}</bdi>
            </RowHeader>
            <Cell>{schedule.form.toUpperCase()}</Cell>
            <Cell>{schedule.recipients.map(({ name, email }) => name || email).join(", ")}</Cell>
            <Cell>
              <Moment at={schedule.nextAt} withExact />
            </Cell>
            {mayRemove && (
              <Cell>
                <Button
                  size="small"
                  pending={busy === schedule.id}
                  aria-label={t`End the monthly report for ${{ scope: scopeWord(schedule.scope) }}`}
                  onClick={() => void remove(schedule.id)}
                >
                  {t`End`}
                </Button>
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
