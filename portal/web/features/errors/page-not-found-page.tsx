import { useLingui } from "@lingui/react/macro";
import { NotFoundIllustration } from "@sekimori/kit-web/brand/state-illustrations";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Link } from "../../app/routing/link.tsx";

/** Where every unknown address leads. */
export function PageNotFoundPage() {
  const { t } = useLingui();
  return (
    <div className="my-auto">
      <EmptyState
        level={1}
        title={t`Page not found`}
        illustration={<NotFoundIllustration />}
        action={
          <Link to={pagePaths.root} className={buttonClass({})}>
            {t`Go to the start page`}
          </Link>
        }
      >
        {t`The page may have moved or been removed, or its address may be mistyped.`}
      </EmptyState>
    </div>
  );
}
