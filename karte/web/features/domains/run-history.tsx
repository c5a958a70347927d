import { useLingui } from "@lingui/react/macro";
import type { RunView } from "@sekimori/karte-contract/endpoints/run-view";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Grade } from "../../app/words/grade.tsx";
import { Moment } from "../../app/words/moment.tsx";
import { runStateWords } from "../../app/words/words.ts";

/** A domain's diagnoses, the latest first. */
export function RunHistory({ runs }: { readonly runs: readonly RunView[] }) {
  const { t, i18n } = useLingui();
  if (runs.length === 0) return <p className="text-muted">{t`Not scanned yet.`}</p>;
  const problems: Readonly<Record<NonNullable<RunView["problem"]>, string>> = {
    proof: t`We couldn't verify ownership.`,
    consent: t`No one had agreed to scans.`,
    target: t`We couldn't scan the domain because it has no public IP address.`,
    limit: t`The scan timed out.`,
    "cancelled-in-queue": t`Stopped before it started. It didn't count.`,
    fault: t`The scan failed on our side and didn't count.`,
  };
  return (
    <Table label={t`Scan history`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Started`}</ColumnHeader>
          <ColumnHeader>{t`Status`}</ColumnHeader>
          <ColumnHeader>{t`Grade`}</ColumnHeader>
          <ColumnHeader numeric>{t`Score`}</ColumnHeader>
          <ColumnHeader numeric>{t`New findings`}</ColumnHeader>
          <ColumnHeader numeric>{t`Closed`}</ColumnHeader>
          <ColumnHeader>{t`By`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id}>
            <RowHeader>
              <Moment at={run.startedAt ?? run.queuedAt} withExact />
            </RowHeader>
            <Cell>
              {i18n._(runStateWords[run.state])}
              {run.problem && (
                <span className="block text-[0.8125rem] text-muted">{problems[run.problem]}</span>
              )}
            </Cell>
            <Cell>
              <Grade grade={run.grade} />
            </Cell>
            <Cell numeric>{run.score ?? "–"}</Cell>
            <Cell numeric>{run.newFindings}</Cell>
            <Cell numeric>{run.closedFindings}</Cell>
            <Cell>{run.startedBy?.name ?? t`Schedule`}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
