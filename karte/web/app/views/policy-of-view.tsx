import { useLingui } from "@lingui/react/macro";
import { listFilters } from "@sekimori/karte-contract/lists";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { Link } from "@sekimori/kit-web/routing/link";
import { useQuery } from "@tanstack/react-query";
import { filtersIn } from "../lists/list-query.ts";
import { useMay, useSession } from "../session/session-query.ts";

interface PolicyOfViewProps {
  readonly address: URLSearchParams;
  /** What the view is called; "" for none. */
  readonly name: string;
}

/** The way to a policy that acts on what the list shows; nothing where it cannot be one. */
export function PolicyOfView({ address, name }: PolicyOfViewProps) {
  const { t } = useLingui();
  const mayManage = useMay("manage-policies");
  const hasPlan = useSession().data?.workspace?.plan.policies ?? false;
  const isOffered = mayManage && hasPlan;
  // The language of queries weighs more than the lists that have no use for it.
  const { data: policy } = useQuery(
    {
      queryKey: ["policy-of-view", address.toString()],
      queryFn: async () => {
        const { queryOfFilters } = await import("@sekimori/karte-contract/query/of-filters");
        return queryOfFilters(filtersIn(address, listFilters.findings)) ?? null;
      },
      enabled: isOffered,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  if (!isOffered || !policy) return null;
  return (
    <Link
      to={`${pagePaths.settings}?${new URLSearchParams({ policy, name })}`}
      className={buttonClass({ size: "small" })}
    >
      {t`Create a policy of this view`}
    </Link>
  );
}
