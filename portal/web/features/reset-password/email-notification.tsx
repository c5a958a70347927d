import { useLingui } from "@lingui/react/macro";
import { MailIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { resetCodeLifetimeMs } from "@sekimori/portal-contract/constants";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { Link } from "../../app/routing/link.tsx";
import { session } from "../../app/session/current.ts";
import { NarrowPage } from "../../app/shell/narrow-page.tsx";

/** Step 2: look into the mailbox. It says nothing about whether the address has an account. */
export function EmailNotification() {
  const { t } = useLingui();
  const email = session.pendingSignIn?.email;
  const minutes = resetCodeLifetimeMs / 60_000;
  return (
    <NarrowPage title={t`Check your email`}>
      <MailIllustration className="mb-6" />
      <p>
        {email
          ? t`If ${{ email }} has an account, a confirmation code is on its way to it. The code is valid for ${{ minutes }} minutes and works once.`
          : t`If the address you entered has an account, a confirmation code is on its way to it. The code is valid for ${{ minutes }} minutes and works once.`}
      </p>
      <p className="mt-3 text-muted">
        {t`No email? Look in the spam folder, and check that the address is the one you registered.`}
      </p>
      <div className="mt-8 grid gap-4">
        <Link
          to={pagePaths.changePassword}
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Enter the confirmation code`}
        </Link>
        <Link to={pageUrl("resetPassword", { step: "enter-id" })} className={linkClass}>
          {t`Send it again or use another address`}
        </Link>
      </div>
    </NarrowPage>
  );
}
