import { useLingui } from "@lingui/react/macro";
import { type ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import { Button } from "@sekimori/kit-web/primitives/button";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { confirmSignUp } from "@sekimori/portal-contract/endpoints/sign-up";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useState } from "react";
import { client } from "../../app/client.ts";
import { errorSentence } from "../../app/sentences/error-sentences.ts";
import { reportError } from "../../app/sentences/report-error.ts";
import { beginFlow } from "../../app/sign-up-flow/flow-query.ts";

/**
 * The mailed link proves the address and takes the sign-up over to this browser, whichever one it
 * began in. It works once, so a press uses it: mail scanners and previews open links too.
 */
export function ResumeByLink({ token }: { token: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();

  async function resume() {
    setBusy(true);
    try {
      const { flow } = await client.call(confirmSignUp, { body: { token } });
      await navigate(beginFlow(flow), { replace: true });
    } catch (error) {
      if (isApiError(error, "LoginIDExists", "CodeInvalid", "CodeExpired", "InvalidInput")) {
        setProblem(error);
      } else {
        reportError(error);
      }
    } finally {
      setBusy(false);
    }
  }

  if (problem) return <LinkOver problem={problem} />;
  return (
    <NarrowPage
      title={t`Continue your registration`}
      description={t`This confirms your email address and opens the next step in this browser.`}
    >
      <Button
        variant="primary"
        size="large"
        wide
        pending={busy}
        pendingLabel={t`Opening your registration`}
        onClick={() => void resume()}
      >
        {t`Continue`}
      </Button>
    </NarrowPage>
  );
}

/** The link can't be used: what to do instead. */
function LinkOver({ problem }: { readonly problem: ApiError }) {
  const { t, i18n } = useLingui();
  const exists = problem.type === "LoginIDExists";
  return (
    <StatePage
      title={exists ? t`You already have an account` : t`This link is no longer valid`}
      action={
        <>
          <Link
            to={pagePaths.login}
            className={buttonClass({ variant: "primary", size: "large", wide: true })}
          >
            {t`Log in`}
          </Link>
          {!exists && (
            <Link to={pagePaths.register} className={buttonClass({ size: "large", wide: true })}>
              {t`Start registration over`}
            </Link>
          )}
        </>
      }
    >
      {exists
        ? errorSentence(problem, i18n)
        : t`This link has expired or has already been used. If you started to register, log in or start again to get a new one.`}
    </StatePage>
  );
}
