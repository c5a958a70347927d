import { useLingui } from "@lingui/react/macro";
import { MailIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Link } from "../../app/routing/link.tsx";
import { session } from "../../app/session/current.ts";

/** /change-email/complete: the new address is in force. */
export function ChangeEmailCompletePage() {
  const { t } = useLingui();
  const email = session.account()?.email_address ?? "";
  return (
    <div className="my-auto">
      <EmptyState
        level={1}
        title={t`Your email address has been changed`}
        illustration={<MailIllustration />}
        action={
          <Link to={pagePaths.security} className={buttonClass({ variant: "primary" })}>
            {t`Go to My Page`}
          </Link>
        }
      >
        {t`From now on your login ID is ${{ email }}. We have told your former address; its owner can undo the change for seven days.`}
      </EmptyState>
    </div>
  );
}
