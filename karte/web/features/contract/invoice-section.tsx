import { useLingui } from "@lingui/react/macro";
import {
  type ContractInvoice,
  listContractInvoices,
} from "@sekimori/karte-contract/endpoints/contract";
import { formatDay } from "@sekimori/kit-contract/dates";
import { formatYen } from "@sekimori/kit-contract/yen";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Badge } from "@sekimori/kit-web/primitives/badge";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Cell, ColumnHeader, Row, RowHeader, Table } from "@sekimori/kit-web/primitives/table";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";
import { language } from "../../app/language.ts";
import { Section } from "../../app/shell/section.tsx";

const invoicesQuery = queryOptions({
  queryKey: ["contract", "invoices"],
  queryFn: ({ signal }) => client.call(listContractInvoices, { signal }),
});

/** In the words of the account's own list, where what was given up can still be paid. */
function State({ of: state }: { readonly of: ContractInvoice["state"] }) {
  const { t } = useLingui();
  if (state === "paid") return <Badge tone="success">{t`Paid`}</Badge>;
  if (state === "void") return <Badge tone="neutral">{t`Void`}</Badge>;
  return <Badge tone="danger">{t`Unpaid`}</Badge>;
}

/** The PDF; one that is paid later has it then, and one that is void never. */
function Document({ of: invoice }: { readonly of: ContractInvoice }) {
  const { t } = useLingui();
  if (invoice.documentUrls === null) {
    return <span className="text-muted">{invoice.state === "void" ? "–" : t`After payment`}</span>;
  }
  return (
    <a
      href={invoice.documentUrls[language.current()]}
      target="_blank"
      rel="noreferrer"
      className={linkClass}
    >
      {t`PDF`}
      <span className="sr-only">
        {" "}
        {invoice.number} ({t`opens in a new tab`})
      </span>
    </a>
  );
}

/** Invoices, as the portal has them; the documents themselves are opened there. */
export function InvoiceSection({ manageUrl }: { readonly manageUrl: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(invoicesQuery, queryClient);
  const locale = language.current();
  return (
    <Section
      title={t`Invoices`}
      actions={
        <a href={manageUrl} target="_top" className={linkClass}>
          {t`Manage invoices and payment in your account`}
        </a>
      }
    >
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.invoices.length === 0 && <p className="text-muted">{t`No invoices yet.`}</p>}
      {data && data.invoices.length > 0 && (
        <Table label={t`Invoices`}>
          <thead>
            <tr>
              <ColumnHeader>{t`Number`}</ColumnHeader>
              <ColumnHeader>{t`Issue date`}</ColumnHeader>
              <ColumnHeader>{t`Status`}</ColumnHeader>
              <ColumnHeader numeric>{t`Amount, tax included`}</ColumnHeader>
              <ColumnHeader>{t`Document`}</ColumnHeader>
            </tr>
          </thead>
          <tbody>
            {data.invoices.map((invoice) => (
              <Row key={invoice.number}>
                <RowHeader>{invoice.number}</RowHeader>
                <Cell>{formatDay(invoice.issuedOn, locale)}</Cell>
                <Cell>
                  <State of={invoice.state} />
                </Cell>
                <Cell numeric>{formatYen(invoice.total, locale)}</Cell>
                <Cell>
                  <Document of={invoice} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
