import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { RefusedLink } from "@sekimori/kit-web/errors/refused-link";
import { Button } from "@sekimori/kit-web/primitives/button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { changeSubscription } from "@sekimori/portal-contract/endpoints/monthly-summary";
import { pagePaths, queryNames } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";

/** /unsubscribe: ends the monthly summary. A press does it, not the link: programs open links too. */
export function UnsubscribePage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const [state, setState] = useState<"asked" | "off" | "on">("asked");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const token = query.get(queryNames.token) ?? "";

  async function change(enabled: boolean) {
    setBusy(true);
    setProblem(undefined);
    try {
      await client.call(changeSubscription, { body: { token, enabled } });
      setState(enabled ? "on" : "off");
    } catch (error) {
      if (isApiError(error, "CodeExpired", "InvalidInput", "TooManyRequest")) setProblem(error);
      else reportError(error);
    } finally {
      setBusy(false);
    }
  }

  const settings = (
    <p className="mt-6">
      <Link to={pagePaths.security} className={linkClass}>{t`Change it on My Page`}</Link>
    </p>
  );
  if (state === "off") {
    return (
      <NarrowPage
        title={t`You're unsubscribed`}
        description={t`We won't send you the monthly summary anymore. You'll still get emails about your account, contract and payments.`}
      >
        <Button
          size="large"
          wide
          pending={busy}
          pendingLabel={t`Saving`}
          onClick={() => void change(true)}
        >
          {t`Get the summary again`}
        </Button>
        {settings}
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title={t`Monthly summary email`}
      description={
        state === "on"
          ? t`You'll get the monthly summary again, starting on the 1st of next month.`
          : t`Once a month we email you what your scans showed. You can stop this email here, without logging in.`
      }
    >
      {problem && (
        <RefusedLink problem={problem} title={t`This link is no longer valid`}>
          {t`Use the link in a newer summary, or turn the email off on My Page.`}
        </RefusedLink>
      )}
      {state === "asked" && (
        <Button
          variant="primary"
          size="large"
          wide
          pending={busy}
          pendingLabel={t`Saving`}
          onClick={() => void change(false)}
        >
          {t`Unsubscribe`}
        </Button>
      )}
      {settings}
    </NarrowPage>
  );
}
