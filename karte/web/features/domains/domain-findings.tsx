import { useLingui } from "@lingui/react/macro";
import type { DomainPage } from "@sekimori/karte-contract/endpoints/domains";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { findingsQuery } from "../../app/findings/findings-query.ts";
import { FirstThings } from "../../app/findings/first-things.tsx";
import { Section } from "../../app/shell/section.tsx";

/** As many as a day's work; the list has the rest. */
const shownMost = 10;

/** What is open on the domain, the most urgent first, each cause once. */
export function DomainFindings({ domain }: { readonly domain: DomainPage }) {
  const { t } = useLingui();
  const query = findingsQuery({ domain: domain.id, each: "cause", size: shownMost });
  const { data, error, refetch } = useQuery(query, queryClient);
  return (
    <Section
      title={t`What to fix first`}
      actions={
        data?.next && (
          <Link to={`${pagePaths.inventoryResult}?domain=${domain.id}`} className={linkClass}>
            {t`View all findings of this domain`}
          </Link>
        )
      }
    >
      {data ? (
        <FirstThings findings={data.findings} />
      ) : (
        <QueryState error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}
