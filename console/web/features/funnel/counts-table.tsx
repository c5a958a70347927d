import { useLingui } from "@lingui/react/macro";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { Section } from "../../app/words/section.tsx";

interface CountsTableProps {
  readonly title: string;
  /** What is counted, in the order in which it happens. */
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    /** Of which the counts are shares. */
    readonly whole: number;
    readonly counts: readonly number[];
  }[];
}

/** Counts by week, each with its share of the whole. */
export function CountsTable({ title, columns, rows }: CountsTableProps) {
  const { t, i18n } = useLingui();
  const share = (count: number, whole: number) =>
    i18n.number(whole === 0 ? 0 : count / whole, { style: "percent" });
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className="text-muted">{t`Nothing to count yet.`}</p>
      ) : (
        <Table label={title}>
          <thead>
            <tr>
              <ColumnHeader>{t`Week from`}</ColumnHeader>
              {columns.map((column) => (
                <ColumnHeader key={column}>{column}</ColumnHeader>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, whole, counts }) => (
              <Row key={id}>
                <RowHeader className="py-2">{name}</RowHeader>
                {counts.map((count, at) => (
                  <Cell key={columns[at]} className="py-2 tabular-nums">
                    {i18n.number(count)} <span className="text-muted">{share(count, whole)}</span>
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
