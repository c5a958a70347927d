import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { compareDay, type MonthView } from "@sekimori/console-contract/endpoints/month";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { client } from "../../app/client.ts";
import { useMay } from "../../app/session/session-query.ts";
import { ActButton } from "../../app/words/act-button.tsx";
import { useWriting } from "../../app/words/here.ts";
import { Section } from "../../app/words/section.tsx";
import { readAgain } from "./month-query.ts";

const kinds: Readonly<Record<string, MessageDescriptor>> = {
  charge: msg`Card charge`,
  refund: msg`Refund`,
  fee: msg`Fee`,
  payout: msg`Payout`,
  dispute: msg`Dispute`,
  dispute_won: msg`Dispute won`,
  other: msg`Other`,
};

const steps: Readonly<Record<MonthView["differences"][number]["actor"], MessageDescriptor>> = {
  operator: msg`Look it up at the payment company, and correct what is ours.`,
  "payment-company": msg`Ask the payment company for the missing entry.`,
  bank: msg`Ask the bank: the payout hasn't arrived as it should.`,
};

/** What differs from the payment company's ledger, and who has to act; nothing where that is nothing. */
export function DifferencesSection({
  view: { differences, closed },
}: {
  readonly view: MonthView;
}) {
  const { t, i18n } = useLingui();
  const { day, yen } = useWriting();
  const mayRun = useMay("run-month");
  if (differences.length === 0) return null;
  const title = t`What differs from the payment company's ledger`;
  return (
    <Section title={title}>
      <Table label={title}>
        <thead>
          <tr>
            <ColumnHeader>{t`What`}</ColumnHeader>
            <ColumnHeader>{t`In our books`}</ColumnHeader>
            <ColumnHeader>{t`In theirs`}</ColumnHeader>
            <ColumnHeader>{t`Next step`}</ColumnHeader>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ day: on, kind, source, ours, theirs, actor }) => (
            <Row key={`${on} ${kind} ${source}`}>
              <RowHeader className="py-2 break-words">
                <div>{`${day(on)} ${kinds[kind] ? i18n._(kinds[kind]) : kind}`}</div>
                <div className="text-[0.875rem] font-400 text-muted">{source}</div>
              </RowHeader>
              <Cell className="py-2 tabular-nums">{yen(ours)}</Cell>
              <Cell className="py-2 tabular-nums">{yen(theirs)}</Cell>
              <Cell className="py-2">
                <p>{i18n._(steps[actor])}</p>
                {mayRun && !closed && (
                  <ActButton
                    readAgain={readAgain}
                    of={`${day(on)} ${source}`}
                    act={async () => {
                      await client.call(compareDay, { body: { day: on } });
                      return t`A worker compares the day now. Reload the page a little later.`;
                    }}
                  >
                    {t`Compare again`}
                  </ActButton>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
