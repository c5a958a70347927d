import { useLingui } from "@lingui/react/macro";
import type { DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { assetsQuery } from "../../app/assets/asset-queries.ts";
import { AssetTable } from "../../app/assets/asset-table.tsx";
import { Section } from "../../app/shell/section.tsx";

/** As many as a glance takes in; the inventory has the rest. */
const shownMost = 25;

/** What the diagnoses found below the domain, and how. */
export function DomainAssets({ domain }: { readonly domain: DomainPage }) {
  const { t, i18n } = useLingui();
  const query = assetsQuery({ domain: domain.id, size: shownMost });
  const { data, error, refetch } = useQuery(query, queryClient);
  const count = i18n.number(domain.assets);
  return (
    <Section
      title={t`Assets found`}
      actions={
        domain.assets > 0 && (
          <Link to={`${pagePaths.inventory}?domain=${domain.id}`} className={linkClass}>
            {t`View all ${{ count }} in the inventory`}
          </Link>
        )
      }
    >
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.assets.length === 0 && (
        <p className="text-muted">{t`They appear after the first scan.`}</p>
      )}
      {data && data.assets.length > 0 && <AssetTable assets={data.assets} ofOneDomain />}
    </Section>
  );
}
