import { useLingui } from "@lingui/react/macro";
import { maintenanceAreas } from "@sekimori/kit-contract/maintenance";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { AreaCard } from "./area-card.tsx";
import { maintenanceQuery } from "./maintenance-query.ts";

/** What can be closed for a while, and what is. */
export function MaintenancePage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(maintenanceQuery, queryClient);
  return (
    <>
      <PageHeader
        title={t`Maintenance`}
        description={t`Close a part of the product for a while. Reading goes on, and this console is never closed. Everything follows within seconds.`}
      />
      {data === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={t`Maintenance`} />
      ) : (
        <ul className="grid gap-4" aria-label={t`Maintenance`}>
          {maintenanceAreas.map((area) => (
            <AreaCard
              key={area}
              area={area}
              closed={data.maintenance.find((one) => one.area === area)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
