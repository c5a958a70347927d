import { useLingui } from "@lingui/react/macro";
import { NotFoundIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { pageUrl } from "@sekimori/portal-contract/page-routes";

/** A mailed link that was used or has expired: said before anybody has thought of a password. */
export function LinkOver() {
  const { t } = useLingui();
  return (
    <StatePage
      title={t`This link is no longer valid`}
      illustration={<NotFoundIllustration />}
      action={
        <Link
          to={pageUrl("resetPassword", { step: "enter-id" })}
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Request a new confirmation code`}
        </Link>
      }
    >
      {t`It has expired or has already been used.`}
    </StatePage>
  );
}
