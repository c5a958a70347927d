import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";
import { useSession } from "../session/session-query.ts";

/** In the place of what the person's role does not open, or opens no more while the plan is full. */
export function NoRight() {
  const { t } = useLingui();
  const isOverPlan = useSession().data?.workspace?.overPlan ?? false;
  const toOverview = (
    <Link to={pagePaths.overview} className={buttonClass({})}>
      {t`Go to the overview`}
    </Link>
  );
  return isOverPlan ? (
    <EmptyState title={t`You can't open this page with view-only access`} action={toOverview}>
      {t`The message above says how your access comes back.`}
    </EmptyState>
  ) : (
    <EmptyState title={t`Your role can't open this page`} action={toOverview}>
      {t`Only administrators and owners can open it. Ask one of them.`}
    </EmptyState>
  );
}
