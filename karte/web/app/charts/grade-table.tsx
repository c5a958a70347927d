import { useLingui } from "@lingui/react/macro";
import type { GradePoint } from "@sekimori/karte-contract/endpoints/run-view";
import { formatDay, formatMoment } from "@sekimori/kit-contract/dates";
import { tokyoDay } from "@sekimori/kit-contract/tokyo";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { language } from "../language.ts";

interface GradeTableProps {
  readonly label: string;
  readonly history: readonly GradePoint[];
  /** Each point is a day's; else a run's end, with its time. */
  readonly byDay: boolean;
}

/** What a chart of grades shows, as figures, the latest first. */
export function GradeTable({ label, history, byDay }: GradeTableProps) {
  const { t } = useLingui();
  const locale = language.current();
  return (
    <div className="max-h-80 overflow-y-auto">
      <Table label={label}>
        <thead>
          <tr>
            <ColumnHeader>{t`Date`}</ColumnHeader>
            <ColumnHeader>{t`Grade`}</ColumnHeader>
            <ColumnHeader numeric>{t`Score`}</ColumnHeader>
            <ColumnHeader>{t`Scoring version`}</ColumnHeader>
          </tr>
        </thead>
        <tbody>
          {history.toReversed().map(({ at, score, grade, scoreVersion }) => (
            <Row key={at}>
              <RowHeader className="whitespace-nowrap">
                {byDay ? formatDay(tokyoDay(new Date(at)), locale) : formatMoment(at, locale)}
              </RowHeader>
              <Cell>{grade ?? "–"}</Cell>
              <Cell numeric>{score ?? "–"}</Cell>
              <Cell>{scoreVersion}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
