import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { RefusedLink } from "@sekimori/kit-web/errors/refused-link";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { stopRecovery } from "@sekimori/portal-contract/endpoints/recovery";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { reportError } from "../../app/sentences/report-error.ts";

/** /reset-password/stop: ends the delay. A press does it, not the link: programs open links too. */
export function StopRecoveryPage() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const [state, setState] = useState<"asked" | "busy" | "done">("asked");
  const [problem, setProblem] = useState<ApiError>();
  const token = query.get(queryNames.token) ?? "";

  async function stop() {
    setState("busy");
    setProblem(undefined);
    try {
      await client.call(stopRecovery, { body: { token } });
      setState("done");
    } catch (error) {
      setState("asked");
      if (isApiError(error, "CodeExpired", "InvalidInput", "TooManyRequest")) setProblem(error);
      else reportError(error);
    }
  }

  if (state === "done") {
    return (
      <NarrowPage
        title={t`Account recovery stopped`}
        description={t`Nothing about your account has changed. If you didn't start this, someone else may be reading your email. Change your email password, and reset the password of this account, too.`}
      >
        <Link
          to={pageUrl("resetPassword", { step: "enter-id" })}
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Reset your password`}
        </Link>
        <p className="mt-6">
          <Link to={pageUrl("security", { tab: "security" })} className={linkClass}>
            {t`See what happened on My Page`}
          </Link>
        </p>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title={t`Stop account recovery`}
      description={t`Someone with access to your email asked to reset how you log in. If it wasn't you, or if you can log in after all, stop it here. If it was you, close this page.`}
    >
      {problem && (
        <RefusedLink problem={problem} title={t`This link is no longer valid`}>
          {t`It has expired or has already been used.`}
        </RefusedLink>
      )}
      <Button
        variant="primary"
        size="large"
        wide
        pending={state === "busy"}
        pendingLabel={t`Stopping`}
        onClick={() => void stop()}
      >
        {t`Stop recovery`}
      </Button>
    </NarrowPage>
  );
}
