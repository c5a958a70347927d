import { useLingui } from "@lingui/react/macro";
import { DeniedIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { session } from "../../app/session/current.ts";

/** Where a 403 leads; the footer is hidden (specification 2). */
export function AccessDeniedPage() {
  const { t } = useLingui();
  return (
    <StatePage
      title={t`Access denied`}
      illustration={<DeniedIllustration />}
      action={
        <Link to={pagePaths.root} className={buttonClass({ size: "large", wide: true })}>
          {session.isLoggedIn() ? t`Go to My Page` : t`Go to login`}
        </Link>
      }
    >
      {t`You don't have permission to view this page. If you think you should, ask your administrator.`}
    </StatePage>
  );
}
