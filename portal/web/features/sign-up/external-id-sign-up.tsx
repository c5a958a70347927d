import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { gmoidSignUp } from "@sekimori/portal-contract/endpoints/external-id";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";

/** Leaves for the external identity provider, which sends the person back to its callback page. */
export function ExternalIdSignUp({ plan, label }: { plan: () => PlanId; label: string }) {
  const { t } = useLingui();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      const { redirectUrl } = await client.call(gmoidSignUp, { query: { plan: plan() } });
      window.location.assign(redirectUrl);
    } catch (error) {
      setLeaving(false);
      reportError(error);
    }
  }

  return (
    <Button size="large" wide pending={leaving} pendingLabel={t`Sending`} onClick={leave}>
      {label}
    </Button>
  );
}
