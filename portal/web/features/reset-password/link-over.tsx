import { useLingui } from "@lingui/react/macro";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";
import { pageUrl } from "@sekimori/portal-contract/page-routes";

/** A mailed link that was used or has expired: said before anybody has thought of a password. */
export function LinkOver() {
  const { t } = useLingui();
  return (
    <EmptyState
      level={1}
      title={t`This link is no longer valid`}
      action={
        <Link
          to={pageUrl("resetPassword", { step: "enter-id" })}
          className={buttonClass({ variant: "primary" })}
        >
          {t`Request a new confirmation code`}
        </Link>
      }
    >
      {t`It has expired or has already been used.`}
    </EmptyState>
  );
}
