import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PlusIcon, UploadIcon } from "@sekimori/kit-web/icons";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { fetchedDialog } from "@sekimori/kit-web/shell/fetched-dialog";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changedAddress } from "../../app/lists/changed-address.ts";
import { ListHeader } from "../../app/lists/list-header.tsx";
import { ListPages } from "../../app/lists/list-pages.tsx";
import { listOf, useSelection } from "../../app/lists/use-selection.ts";
import { useMay } from "../../app/session/session-query.ts";
import { ListHead } from "../../app/views/list-head.tsx";
import { useColumns } from "../../app/views/use-columns.ts";
import { QuotaLine } from "../../app/words/quota-line.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { BulkResult } from "./bulk-result.tsx";
import { domainColumnWords } from "./domain-columns.ts";
import { DomainFilters } from "./domain-filters.tsx";
import { domainsQuery } from "./domain-queries.ts";
import { DomainTable } from "./domain-table.tsx";
import { ExportButton } from "./export-button.tsx";
import { filtersOf, listQueryOf } from "./list-address.ts";
import { NoDomains } from "./no-domains.tsx";
import { Resting } from "./resting.tsx";
import { useBulk } from "./use-bulk.ts";

/** Forms come when somebody asks for one: the list itself is read far more often. */
const addDomain = fetchedDialog(
  async () => (await import("./add-domain-dialog.tsx")).AddDomainDialog,
);

/** /site/list: the workspace's domains. Filters, order and page stand in the address. */
export function SiteListPage() {
  const { t } = useLingui();
  const mayManage = useMay("manage-domains");
  const [address, setAddress] = useSearchParams();
  // The overview's first step leads straight to it.
  const [adding, setAdding] = useState(address.get("add") === "1");
  const [bulk, setBulk] = useBulk();
  const query = listQueryOf(address);
  const filters = filtersOf(address);
  const selection = useSelection(listOf(address));
  const columns = useColumns("domains", address);
  const { data, error, refetch, isPlaceholderData } = useQuery(domainsQuery(query), queryClient);
  const isFiltered = Object.keys(filters).length > 0;
  // While a filter is being cleared, the list is still the filtered one.
  const isEmpty = data?.domains.length === 0;
  const nothingYet = isEmpty && !isFiltered && !isPlaceholderData;
  const change = (values: Readonly<Record<string, string | null>>) =>
    void setAddress(changedAddress(address, values), { animated: false });

  return (
    <>
      <ListHeader
        title={t`Domain list`}
        actions={
          mayManage && (
            <>
              <Button
                variant="primary"
                size="small"
                icon={<PlusIcon />}
                onClick={() => setAdding(true)}
              >
                {t`Add a domain`}
              </Button>
              <Link
                to={pagePaths.siteBulkRegistration}
                className={`${buttonClass({ size: "small" })} max-sm:hidden`}
              >
                <UploadIcon />
                {t`Register in bulk`}
              </Link>
            </>
          )
        }
      />
      <div className="mb-2 empty:hidden">
        <QuotaLine />
      </div>
      {bulk && <BulkResult bulk={bulk} onChange={setBulk} />}
      {!nothingYet && (
        <DomainFilters
          address={address}
          onChange={change}
          tools={
            <ListHead
              count={data?.count}
              counted={msg`Domains: {figure}`}
              list="domains"
              words={domainColumnWords}
              columns={isEmpty ? undefined : columns}
              address={address}
              onGo={(to) => void setAddress(to, { animated: false })}
            >
              {!isEmpty && <ExportButton filters={filters} />}
            </ListHead>
          }
        />
      )}
      {(!data || !columns) && <QueryState error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <NoDomains
          filtered={isFiltered}
          text={address.get("q") ?? ""}
          onClear={() => void setAddress({})}
        />
      )}
      {data && columns && data.domains.length > 0 && (
        <div aria-busy={isPlaceholderData || undefined}>
          <Resting domains={data.domains} />
          <DomainTable
            domains={data.domains}
            selection={selection}
            columns={columns}
            sort={query?.sort ?? "name"}
            order={query?.order ?? "asc"}
            onSort={(sort, order) => change({ sort, order })}
          />
          {selection.ids.size > 0 && (
            <BulkBar
              selection={selection}
              filters={filters}
              matching={data.count}
              onDone={setBulk}
            />
          )}
          <ListPages
            address={address}
            next={data.next}
            onGo={(to) => void setAddress(to, { animated: false })}
          />
        </div>
      )}
      {adding && <addDomain.Dialog onClose={() => setAdding(false)} />}
    </>
  );
}
