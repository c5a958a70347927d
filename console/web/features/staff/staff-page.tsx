import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { Button } from "@sekimori/kit-web/primitives/button";
import { PageHeader } from "@sekimori/kit-web/primitives/page-header";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../app/session/session-query.ts";
import { AppointDialog } from "./appoint-dialog.tsx";
import { staffQuery } from "./staff-query.ts";
import { StaffTable } from "./staff-table.tsx";

/** Who works here and as what. Whoever looks is one of them, so that the list is never empty. */
export function StaffPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(staffQuery, queryClient);
  const mayAppoint = useMay("appoint-staff");
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <PageHeader
        title={t`Staff`}
        description={t`Everyone who can log in to this console. Two administrators appoint: one asks, another confirms.`}
        actions={
          mayAppoint && (
            <Button variant="primary" onClick={() => setAsked(true)}>{t`Appoint someone`}</Button>
          )
        }
      />
      {data === undefined ? (
        <QueryState error={error} onRetry={() => void refetch()} of={t`Staff`} />
      ) : (
        <StaffTable staff={data.staff} />
      )}
      {isAsked && <AppointDialog person={undefined} onClose={() => setAsked(false)} />}
    </>
  );
}
