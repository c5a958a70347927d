import { useLingui } from "@lingui/react/macro";
import { DeniedIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";
import { pagePaths } from "@sekimori/portal-contract/page-routes";

/** Where a 403 leads; the footer is hidden (specification 2). */
export function AccessDeniedPage() {
  const { t } = useLingui();
  return (
    <div className="my-auto">
      <EmptyState
        level={1}
        title={t`Access denied`}
        illustration={<DeniedIllustration />}
        action={
          <Link to={pagePaths.root} className={buttonClass({})}>
            {t`Go to the home page`}
          </Link>
        }
      >
        {t`You don't have permission to view this page. If you think you should, ask your administrator.`}
      </EmptyState>
    </div>
  );
}
