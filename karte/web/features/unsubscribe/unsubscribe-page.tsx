import { useLingui } from "@lingui/react/macro";
import { changeDigestSubscription } from "@sekimori/karte-contract/endpoints/alerts";
import { pagePaths, queryNames } from "@sekimori/karte-contract/page-routes";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { RefusedLink } from "@sekimori/kit-web/errors/refused-link";
import { Button } from "@sekimori/kit-web/primitives/button";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";

interface Changed {
  readonly enabled: boolean;
  readonly workspace: string;
}

/** /unsubscribe: ends the weekly digest of a workspace. A press does it, not the link: programs open links too. */
export function UnsubscribePage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const [changed, setChanged] = useState<Changed>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const token = query.get(queryNames.token) ?? "";

  async function change(enabled: boolean) {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { token, enabled };
      const { workspace } = await client.call(changeDigestSubscription, { body });
      setChanged({ enabled, workspace });
    } catch (error) {
      if (isApiError(error, "NotFound", "InvalidInput", "TooManyRequest")) setProblem(error);
      else reportError(error);
    } finally {
      setBusy(false);
    }
  }

  const workspace = changed?.workspace ?? "";
  const settings = (
    <p className="mt-6">
      <Link to={pagePaths.alerts} className={linkClass}>{t`Change it on the Alerts page`}</Link>
    </p>
  );
  if (changed?.enabled === false) {
    return (
      <NarrowPage
        title={t`You're unsubscribed`}
        description={t`We won't send you the weekly digest of “${{ workspace }}” anymore. You'll still get the alerts that are on.`}
      >
        <Button
          size="large"
          wide
          pending={busy}
          pendingLabel={t`Saving`}
          onClick={() => void change(true)}
        >
          {t`Get the digest again`}
        </Button>
        {settings}
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title={t`Weekly digest email`}
      description={
        changed
          ? t`You'll get the weekly digest of “${{ workspace }}” again, on Monday mornings.`
          : t`On Monday mornings we email you last week in your workspace. You can stop this email here, without logging in.`
      }
    >
      {problem && (
        <RefusedLink problem={problem} title={t`This link is no longer valid`}>
          {t`Use the link in a newer digest, or turn the email off on the Alerts page.`}
        </RefusedLink>
      )}
      {!changed && (
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
