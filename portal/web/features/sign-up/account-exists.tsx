import { useLingui } from "@lingui/react/macro";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { useEffect, useRef } from "react";
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
            <Link to={pageUrl("resetPassword", { step: "enter-id" })} className={buttonClass({})}>
              {t`Reset the password`}
            </Link>
          </>
        }
      >
        {t`${{ email }} already has an account. Log in to use it; we didn't create a second one.`}
      </EmptyState>
    </div>
  );
}
