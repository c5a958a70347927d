import { useLingui } from "@lingui/react/macro";
import { DeniedIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Link } from "../../app/routing/link.tsx";

/** Where a 403 leads; the footer is hidden (SPEC 2). */
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
            {t`Go to the start page`}
          </Link>
        }
      >
        {t`You do not have permission to see this page. If you think you should, ask your administrator.`}
      </EmptyState>
    </div>
  );
}
