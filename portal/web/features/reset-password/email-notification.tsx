import { useLingui } from "@lingui/react/macro";
import { MailIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { linkClass } from "@sekimori/kit-web/primitives/link";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { NarrowPage } from "@sekimori/kit-web/shell/narrow-page";
import { resetCodeLifetimeMs, resetLinkLifetimeMs } from "@sekimori/portal-contract/constants";
import { pageUrl, queryNames } from "@sekimori/portal-contract/page-routes";

/** Step 2: look into the mailbox. It says nothing about whether the address has an account. */
export function EmailNotification() {
  const { t } = useLingui();
  const [query] = useSearchParams();
  const email = query.get(queryNames.loginHint) ?? undefined;
  const minutes = resetCodeLifetimeMs / 60_000;
  const hours = resetLinkLifetimeMs / 3_600_000;
  return (
    <NarrowPage title={t`Reset Password`}>
      <h2 className="mb-5 text-std-20B-150">{t`Send reset URL`}</h2>
      <MailIllustration className="mb-6" />
      <p className="mb-2 font-700">{t`Check your email`}</p>
      <p>
        {email
          ? t`If ${{ email }} has an account, we've sent it an email. The link works on any device for ${{ hours }} hours, and the code works in this browser for ${{ minutes }} minutes. Each works once.`
          : t`If the address you entered has an account, we've sent it an email. The link works on any device for ${{ hours }} hours, and the code works in this browser for ${{ minutes }} minutes. Each works once.`}
      </p>
      <p className="mt-3 text-muted">
        {t`No email? Check your spam folder, and make sure this is the address you registered.`}
      </p>
      <div className="mt-8 grid gap-4">
        <Link
          to={pageUrl("changePassword", { login_hint: email })}
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Enter the confirmation code`}
        </Link>
        <Link
          to={pageUrl("resetPassword", { step: "enter-id", login_hint: email })}
          className={linkClass}
        >
          {t`Send it again or use another address`}
        </Link>
      </div>
    </NarrowPage>
  );
}
