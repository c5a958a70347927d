import { Trans, useLingui } from "@lingui/react/macro";
import { MailIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { ShownAddress } from "../../app/shown-address.tsx";

/** No change is under way: it was never begun, is done, was given up, or its code has expired. */
export function NothingWaiting({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <StatePage
      title={t`You have no pending email address change`}
      illustration={<MailIllustration />}
      action={
        <Link
          to={pagePaths.security}
          className={buttonClass({ variant: "primary", size: "large", wide: true })}
        >
          {t`Go to My Page`}
        </Link>
      }
    >
      <Trans>
        Your login ID is <ShownAddress email={email} />. You can change it on My Page.
      </Trans>
    </StatePage>
  );
}
