import { useLingui } from "@lingui/react/macro";
import type { PriceView } from "@sekimori/console-contract/endpoints/prices";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../app/session/session-query.ts";
import { useWriting } from "../../app/words/here.ts";
import { Section } from "../../app/words/section.tsx";
import { PriceDialog } from "./price-dialog.tsx";
import { pricesQuery } from "./prices-query.ts";

/** What the paid plan costs, what it is to cost, and what members answered. */
export function PricesPage() {
  const { t } = useLingui();
  const { yen } = useWriting();
  const { data, error, refetch } = useQuery(pricesQuery, queryClient);
  const mayAnnounce = useMay("announce-price");
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <PageHeader
        title={t`Prices`}
        description={t`What the paid plan costs. A new price needs two people, and each member's agreement.`}
        actions={
          mayAnnounce &&
          data !== undefined && (
            <Button variant="primary" onClick={() => setAsked(true)}>{t`Announce a price`}</Button>
          )
        }
      />
      {data === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={t`Prices`} />
      ) : (
        <>
          <Section title={t`Now`}>
            <p>
              {t`${{ price: yen(data.present.monthlyPrice) }} per month, including ${{ tax: data.present.taxPercent }}% tax`}
            </p>
          </Section>
          <Section title={t`Announced prices`}>
            {data.prices.length === 0 ? (
              <p className="text-muted">{t`No price has been announced.`}</p>
            ) : (
              <PricesTable prices={data.prices} />
            )}
          </Section>
        </>
      )}
      {isAsked && data !== undefined && (
        <PriceDialog
          present={data.present}
          earliest={data.earliest}
          taken={data.prices.map(({ effectiveOn }) => effectiveOn)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function PricesTable({ prices }: { readonly prices: readonly PriceView[] }) {
  const { t } = useLingui();
  const { day, yen } = useWriting();
  return (
    <Table label={t`Announced prices`}>
      <thead>
        <tr>
          <ColumnHeader>{t`From`}</ColumnHeader>
          <ColumnHeader>{t`Per month`}</ColumnHeader>
          <ColumnHeader>{t`Tax`}</ColumnHeader>
          <ColumnHeader>{t`Agreed`}</ColumnHeader>
          <ColumnHeader>{t`Refused`}</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => (
          <Row key={price.effectiveOn}>
            <RowHeader className="py-2">{day(price.effectiveOn)}</RowHeader>
            <Cell className="py-2 tabular-nums">{yen(price.monthlyPrice)}</Cell>
            <Cell className="py-2 tabular-nums">{price.taxPercent}%</Cell>
            <Cell className="py-2 tabular-nums">{price.accepted}</Cell>
            <Cell className="py-2 tabular-nums">{price.refused}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
