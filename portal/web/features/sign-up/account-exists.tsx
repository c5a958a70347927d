import { useLingui } from "@lingui/react/macro";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { useEffect, useRef } from "react";
import { Link } from "../../app/routing/link.tsx";
import { useWizard } from "../../app/sign-up-flow/wizard.ts";

/**
 * The proved address has an account already (LoginIDExists). Only now may it be said: before the
 * code was proved, anybody could have asked.
 */
export function AccountExists() {
  const { t } = useLingui();
  const { flow, end } = useWizard();
  const { email } = flow;
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    frame.current?.querySelector("h1")?.focus();
    end();
  }, [end]);

  return (
    <div ref={frame}>
      <EmptyState
        level={1}
        title={t`This email address already exists`}
        action={
          <>
            <Link
              to={pageUrl("login", { login_hint: email })}
              className={buttonClass({ variant: "primary" })}
            >
              {t`Log in`}
            </Link>
            <Link to={pagePaths.resetPassword} className={buttonClass({})}>
              {t`Reset the password`}
            </Link>
          </>
        }
      >
        {t`There is an account for ${{ email }}. Log in to use it; no second account was made.`}
      </EmptyState>
    </div>
  );
}
