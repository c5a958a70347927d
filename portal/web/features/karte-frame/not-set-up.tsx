import { useLingui } from "@lingui/react/macro";
import { EmptyIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Link } from "@sekimori/kit-web/routing/link";
import { pagePaths } from "@sekimori/portal-contract/page-routes";

/** This installation has no management application. */
export function NotSetUp() {
  const { t } = useLingui();
  return (
    <StatePage
      title={t`The management application isn't set up yet`}
      illustration={<EmptyIllustration />}
      action={
        <Link to={pagePaths.security} className={buttonClass({ size: "large", wide: true })}>
          {t`Go to My Page`}
        </Link>
      }
    >
      {t`Your account works without it. The operator of this service can set it up.`}
    </StatePage>
  );
}
