import { useLingui } from "@lingui/react/macro";
import type { MonthView } from "@sekimori/console-contract/endpoints/month";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { useWriting } from "../../app/words/here.ts";
import { Section } from "../../app/words/section.tsx";

const columns = ["issued", "paid", "failed", "refunded"] as const;

/** What happened on which day, with the sum of the month at the top. */
export function DaysTable({ view: { days, total } }: { readonly view: MonthView }) {
  const { t } = useLingui();
  const { day, yen } = useWriting();
  const title = t`By day`;
  const said = ({ count, yen: sum }: MonthView["total"]["paid"]) =>
    count === 0 ? "–" : t`${yen(sum)} (${count})`;
  if (days.length === 0) {
    return (
      <Section title={title}>
        <p className="text-muted">{t`Nothing was invoiced, paid or refunded in this month.`}</p>
      </Section>
    );
  }
  return (
    <Section title={title}>
      <Table label={title}>
        <thead>
          <tr>
            <ColumnHeader>{t`Day`}</ColumnHeader>
            <ColumnHeader>{t`Invoiced`}</ColumnHeader>
            <ColumnHeader>{t`Payments`}</ColumnHeader>
            <ColumnHeader>{t`Failed charges`}</ColumnHeader>
            <ColumnHeader>{t`Refunds`}</ColumnHeader>
          </tr>
        </thead>
        <tbody>
          {[{ day: null, ...total }, ...days].map((row) => (
            <Row key={row.day ?? "total"}>
              <RowHeader className="py-2">
                {row.day === null ? t`Whole month` : day(row.day)}
              </RowHeader>
              {columns.map((column) => (
                <Cell key={column} className="py-2 tabular-nums">
                  {said(row[column])}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
