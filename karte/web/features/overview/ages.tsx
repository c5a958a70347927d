import { useLingui } from "@lingui/react/macro";
import type { Overview } from "@sekimori/karte-contract/endpoints/overview";
import { severities } from "@sekimori/karte-contract/words";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { severityWords } from "../../app/words/words.ts";

/** Open findings by how long they are known, and by severity. */
export function Ages({ ages }: { readonly ages: Overview["ages"] }) {
  const { t, i18n } = useLingui();
  const ageOf = (index: number): string => {
    const days = ages[index]?.upToDays ?? null;
    const after = ages[index - 1]?.upToDays ?? 0;
    if (days === null) return t`More than ${{ days: after }} days`;
    return after === 0 ? t`Up to ${{ days }} days` : t`${{ after }} to ${{ days }} days`;
  };
  return (
    <Table label={t`Open findings by age`}>
      <thead>
        <tr>
          <ColumnHeader>{t`Age`}</ColumnHeader>
          <ColumnHeader numeric>{t`Findings`}</ColumnHeader>
          {severities.map((severity) => (
            <ColumnHeader key={severity} numeric>
              {i18n._(severityWords[severity])}
            </ColumnHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {ages.map(({ upToDays, count, open }, index) => (
          <Row key={upToDays ?? "older"}>
            <RowHeader className="whitespace-nowrap">{ageOf(index)}</RowHeader>
            <Cell numeric>
              {i18n.number(count.value)}
              {count.more && <span>+</span>}
            </Cell>
            {severities.map((severity) => (
              <Cell key={severity} numeric>
                {open === null ? "–" : i18n.number(open[severity])}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
