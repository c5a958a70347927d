import { useLingui } from "@lingui/react/macro";
import type { ContractView } from "@sekimori/karte-contract/endpoints/contract";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Moment } from "../../app/words/moment.tsx";

/** The manual diagnoses of the month, the latest first. */
export function UsedBy({ runs }: { readonly runs: ContractView["usedBy"] }) {
  const { t } = useLingui();
  if (runs.length === 0) return <p className="text-muted">{t`None yet.`}</p>;
  return (
    <Table label={t`Manual scans this month`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Domain`}</ColumnHeader>
          <ColumnHeader>{t`Started by`}</ColumnHeader>
          <ColumnHeader>{t`Time`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id}>
            <RowHeader className="break-all">{run.domain.name}</RowHeader>
            <Cell>{run.startedBy?.name ?? "–"}</Cell>
            <Cell>
              <Moment at={run.queuedAt} withExact />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
