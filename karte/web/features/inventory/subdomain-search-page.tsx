import { useLingui } from "@lingui/react/macro";
import {
  EmptyIllustration,
  NotFoundIllustration,
} from "@sekimori/kit-web/brand/state-illustrations";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { assetsQuery } from "../../app/assets/asset-queries.ts";
import { AssetTable } from "../../app/assets/asset-table.tsx";
import { changedAddress } from "../../app/lists/changed-address.ts";
import { ListHeader } from "../../app/lists/list-header.tsx";
import { ListPages } from "../../app/lists/list-pages.tsx";
import { SearchField } from "../../app/lists/search-field.tsx";
import { SearchedFor } from "../../app/lists/searched-for.tsx";
import { useColumns } from "../../app/views/use-columns.ts";
import { listQueryOf } from "./list-address.ts";

/** /inventory/subdomains: the hosts that scans found under the workspace's domains, by name. */
export function SubdomainSearchPage() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const query = { ...listQueryOf(address), type: "host" };
  const columns = useColumns("assets", address);
  const { data, error, refetch, isPlaceholderData } = useQuery(assetsQuery(query), queryClient);
  const q = address.get("q") ?? "";
  const change = (values: Readonly<Record<string, string | null>>) =>
    void setAddress(changedAddress(address, values), { animated: false });
  return (
    <>
      <ListHeader
        title={t`Subdomain search`}
        about={t`Subdomains that your scans found, in all domains of this workspace.`}
      />
      <div className="mb-2 max-w-[36rem]">
        <SearchField
          text={q}
          label={t`Search by name`}
          example={t`Search by name, such as *.dev.example.jp`}
          onSearch={(words) => change({ q: words })}
        />
      </div>
      {(!data || !columns) && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.assets.length === 0 &&
        (q === "" ? (
          <EmptyState title={t`No subdomains yet`} illustration={<EmptyIllustration />}>
            {t`They appear after the first scan.`}
          </EmptyState>
        ) : (
          <EmptyState title={t`No subdomains match`} illustration={<NotFoundIllustration />}>
            <SearchedFor text={q} />
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
