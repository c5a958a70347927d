import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { changedAddress } from "../../app/lists/changed-address.ts";
import { SearchField } from "../../app/lists/search-field.tsx";
import { SearchedFor } from "../../app/lists/searched-for.tsx";
import { DomainName } from "../../app/words/domain-name.tsx";
import { Grade } from "../../app/words/grade.tsx";
import { domainsQuery } from "./domain-queries.ts";

/** So many are offered before somebody has to type. */
const offered = 25;

/** The page was opened without saying which domain it is about: the menu's way to it. */
export function DomainChoice() {
  const { t } = useLingui();
  const [address, setAddress] = useSearchParams();
  const q = address.get("q") ?? "";
  const { data, error, refetch } = useQuery(
    domainsQuery({ ...(q !== "" && { q }), size: offered }),
    queryClient,
  );
  const toList = (
    <Link to={pagePaths.siteList} className={buttonClass({})}>
      {t`Go to the domain list`}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t`Inventory domain`}
        description={t`Choose a domain to see its grade, findings, assets and scans.`}
        actions={toList}
      />
      <div className="mb-5 max-w-[44rem]">
        <SearchField
          text={q}
          label={t`Search by name or label`}
          onSearch={(words) =>
            void setAddress(changedAddress(address, { q: words }), { animated: false })
          }
        />
      </div>
      {!data && <QueryState error={error} onRetry={() => void refetch()} />}
      {data?.domains.length === 0 && (
        <EmptyState title={q === "" ? t`No domains yet` : t`No domain matches`}>
          <SearchedFor text={q} />
        </EmptyState>
      )}
      {data && data.domains.length > 0 && (
        <ul className="max-w-[44rem] border-t border-border">
          {data.domains.map(({ id, name, grade }) => (
            <li key={id} className="flex items-center gap-4 border-b border-border py-2.5">
              <Grade grade={grade} />
              <Link to={`${pagePaths.inventoryDomain}?id=${id}`} className={linkClass}>
                <DomainName name={name} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
