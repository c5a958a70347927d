import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { EmptyState } from "@sekimori/kit-web/primitives/empty-state";
import { Link } from "@sekimori/kit-web/routing/link";

/** For somebody who belongs to no workspace, or has just been taken out of the last one. */
export function NoWorkspace() {
  const { t } = useLingui();
  return (
    <EmptyState
      level={1}
      title={t`You're not in a workspace yet`}
      action={
        <Link to={pagePaths.newWorkspace} className={buttonClass({})}>
          {t`Create your own workspace`}
        </Link>
      }
    >
      {t`Ask an administrator of your organization to invite you. The invitation arrives by email.`}
    </EmptyState>
  );
}
