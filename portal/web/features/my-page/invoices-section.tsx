import { Plural, useLingui } from "@lingui/react/macro";
import { apiBase } from "@sekimori/kit-contract/api-base";
import { searchedText, searchLeast } from "@sekimori/kit-contract/search-text";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Disclosure } from "@sekimori/kit-web/primitives/disclosure";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { TextField } from "@sekimori/kit-web/primitives/text-field";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { mostDocumentsInZip } from "@sekimori/portal-contract/constants";
import { goesOut } from "@sekimori/portal-contract/invoice-document";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { language } from "../../app/language.ts";
import { invoicesQuery, noSearch, queryOf } from "../../app/unpaid/invoices-query.ts";
import { InvoiceRow } from "./invoice-row.tsx";
import { Section } from "./section.tsx";

/** Invoices and credit notes by date, amount and name, alone or combined, each with its document. */
export function InvoicesSection() {
  const { t } = useLingui();
  const [search, setSearch] = useState(noSearch);
  const query = queryOf(search);
  const { data, error, refetch } = useQuery(invoicesQuery(query), queryClient);
  const searched = searchedText(search.text);
  const isNarrowed = Object.keys(query).length > 0;
  const field = (name: keyof typeof noSearch) => ({
    value: search[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setSearch({ ...search, [name]: event.currentTarget.value }),
  });
  const amount = (name: "least" | "most") => ({
    ...field(name),
    inputMode: "numeric" as const,
    autoComplete: "off",
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const digits = event.currentTarget.value.normalize("NFKC").replace(/\D/g, "").slice(0, 8);
      setSearch({ ...search, [name]: digits });
    },
  });
  return (
    <Section title={t`Invoices`}>
      {(isNarrowed || (data && data.invoices.length > 0)) && (
        <Disclosure summary={t`Search invoices`} className="mb-4">
          <search aria-label={t`Invoices`} className="grid gap-4 sm:grid-cols-2">
            <TextField label={t`Issued from`} type="date" {...field("from")} />
            <TextField label={t`Issued up to`} type="date" {...field("to")} />
            <TextField label={t`Minimum amount (yen)`} {...amount("least")} />
            <TextField label={t`Maximum amount (yen)`} {...amount("most")} />
            <TextField
              label={t`Name or number`}
              help={t`At least ${{ least: searchLeast }} characters`}
              {...field("text")}
            />
          </search>
        </Disclosure>
      )}
      {!data && <QueryState of={t`Invoices`} error={error} onRetry={() => void refetch()} />}
      {data?.invoices.length === 0 && (
        <p className="border-y border-border py-4 text-muted">
          <span>{isNarrowed ? t`No documents found.` : t`No invoices yet.`}</span>{" "}
          {searched !== "" && (
            <span>{t`Searched for “${{ searched }}” in names and numbers, in upper and lower case.`}</span>
          )}
        </p>
      )}
      {data && data.invoices.length > 0 && (
        <ul className="border-t border-border">
          {data.invoices.map((one) => (
            <InvoiceRow key={one.id} invoice={one} />
          ))}
        </ul>
      )}
      {data && <AllAsZip query={query} count={data.invoices.filter(goesOut).length} />}
    </Section>
  );
}

/** Everything that was found as one file, for whoever keeps the books. */
function AllAsZip({
  query,
  count,
}: {
  readonly query: ReturnType<typeof queryOf>;
  readonly count: number;
}) {
  const { t } = useLingui();
  if (count === 0) return null;
  if (count > mostDocumentsInZip) {
    return (
      <p className="mt-4 text-[0.875rem] text-muted">
        {t`To download documents together, narrow the dates to ${{ most: mostDocumentsInZip }} documents or fewer.`}
      </p>
    );
  }
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  return (
    <p className="mt-4 flex flex-wrap items-baseline gap-x-6 gap-y-1">
      <a
        className={`${linkClass} inline-flex min-h-6 items-center`}
        href={`${apiBase}/invoices/documents/${language.current()}.zip?${search}`}
        download
      >
        <Plural
          value={count}
          one="Download # document as a ZIP file"
          other="Download # documents as a ZIP file"
        />
      </a>
      <span className="text-[0.875rem] text-muted">
        {t`PDFs named by date, amount and issuer, with an index for your accounting.`}
      </span>
    </p>
  );
}
