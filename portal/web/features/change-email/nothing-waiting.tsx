import { useLingui } from "@lingui/react/macro";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";
import { pagePaths } from "@sekimori/portal-contract/page-routes";

/** No change is under way: it was never begun, is done, was given up, or its code has expired. */
export function NothingWaiting({ email }: { email: string }) {
  const { t } = useLingui();
  return (
    <div className="my-auto">
      <EmptyState
        level={1}
        title={t`You have no pending email address change`}
        action={
          <Link to={pagePaths.security} className={buttonClass({ variant: "primary" })}>
            {t`Go to My Page`}
          </Link>
        }
      >
        {t`Your login ID is ${{ email }}. You can change it on My Page.`}
      </EmptyState>
    </div>
  );
}
