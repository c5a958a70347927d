import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import {
  EmptyIllustration,
  NotFoundIllustration,
} from "@sekimori/kit-web/brand/state-illustrations";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { assetColumnWords } from "../../app/assets/asset-columns.ts";
import { assetsQuery } from "../../app/assets/asset-queries.ts";
import { AssetTable } from "../../app/assets/asset-table.tsx";
import { changedAddress } from "../../app/lists/changed-address.ts";
import { ListHeader } from "../../app/lists/list-header.tsx";
import { ListPages } from "../../app/lists/list-pages.tsx";
import { SearchedFor } from "../../app/lists/searched-for.tsx";
import { NarrowedTo } from "../../app/shell/narrowed-to.tsx";
import { ListHead } from "../../app/views/list-head.tsx";
import { useColumns } from "../../app/views/use-columns.ts";
import { AssetFilters } from "./asset-filters.tsx";
import { listQueryOf } from "./list-address.ts";

/** /inventory: what belongs to the organisation and how it was found. */
export function InventoryPage() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const query = listQueryOf(address);
  const columns = useColumns("assets", address);
  const { data, error, refetch, isPlaceholderData } = useQuery(assetsQuery(query), queryClient);
  const isFiltered = Object.keys(query).length > 0;
  // While a filter is being cleared, the list is still the filtered one.
  const isEmpty = data?.assets.length === 0;
  const nothingYet = isEmpty && !isFiltered && !isPlaceholderData;
  const change = (values: Readonly<Record<string, string | null>>) =>
    void setAddress(changedAddress(address, values), { animated: false });
  return (
    <>
      <ListHeader
        title={t`Assets`}
        about={t`Hosts, IP addresses and services that your scans found, and how. Exclude what isn't yours.`}
      />
      {!nothingYet && (
        <>
          <AssetFilters
            address={address}
            onChange={change}
            tools={
              <ListHead
                count={data?.count}
                counted={msg`Assets: {figure}`}
                list="assets"
                words={assetColumnWords}
                columns={isEmpty ? undefined : columns}
                address={address}
                onGo={(to) => void setAddress(to, { animated: false })}
              />
            }
          />
          <NarrowedTo address={address} onChange={change} />
        </>
      )}
      {(!data || !columns) && <QueryState error={error} onRetry={() => void refetch()} />}
      {isEmpty &&
        (isFiltered ? (
          <EmptyState
            title={t`No assets match`}
            illustration={<NotFoundIllustration />}
            action={<Button onClick={() => void setAddress({})}>{t`Clear filters`}</Button>}
          >
            <SearchedFor text={address.get("q") ?? ""} />
          </EmptyState>
        ) : (
          <EmptyState
            title={t`No assets yet`}
            illustration={<EmptyIllustration />}
            action={
              <Link to={pagePaths.siteList} className={buttonClass({})}>
                {t`Go to the domain list`}
              </Link>
            }
          >
            {t`They appear after the first scan.`}
          </EmptyState>
        ))}
      {data && columns && data.assets.length > 0 && (
        <div aria-busy={isPlaceholderData || undefined}>
          <AssetTable
            assets={data.assets}
            columns={columns}
            sort={{ column: query.sort ?? "name", order: query.order ?? "asc" }}
            onSort={(sort, order) => change({ sort, order })}
          />
          <ListPages
            address={address}
            next={data.next}
            onGo={(to) => void setAddress(to, { animated: false })}
          />
        </div>
      )}
    </>
  );
}
