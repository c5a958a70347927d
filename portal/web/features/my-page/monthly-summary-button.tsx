import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button } from "@sekimori/kit-web/primitives/button";
import { changeMonthlySummary } from "@sekimori/portal-contract/endpoints/monthly-summary";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { i18n } from "../../app/language.ts";
import { keepProfile } from "../../app/profile-query.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { toasts } from "../../app/toasts.ts";

/** Turns the monthly summary on or off at once: nothing is lost by it. */
export function MonthlySummaryButton({ enabled }: { enabled: boolean }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const label = enabled ? t`Turn off` : t`Turn on`;

  async function change() {
    setBusy(true);
    try {
      const body = { enabled: !enabled };
      await keepProfile(await client.call(changeMonthlySummary, { body }));
      const title = body.enabled
        ? i18n._(msg`Monthly summary turned on`)
        : i18n._(msg`Monthly summary turned off`);
      toasts.show({ tone: "success", title });
    } catch (error) {
      reportError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="small"
      aria-label={`${label}: ${t`Monthly summary email`}`}
      pending={busy}
      pendingLabel={t`Saving`}
      onClick={() => void change()}
    >
      {label}
    </Button>
  );
}
