import { useLingui } from "@lingui/react/macro";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
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
      <StatePage
        title={t`This email address already exists`}
        action={
          <>
            <Link
              to={pageUrl("login", { login_hint: email })}
              className={buttonClass({ variant: "primary", size: "large", wide: true })}
            >
              {t`Log in`}
            </Link>
            <Link
              to={pageUrl("resetPassword", { step: "enter-id" })}
              className={buttonClass({ size: "large", wide: true })}
            >
              {t`Reset the password`}
            </Link>
          </>
        }
      >
        {t`${{ email }} already has an account. Log in to use it; we didn't create a second one.`}
      </StatePage>
    </div>
  );
}
