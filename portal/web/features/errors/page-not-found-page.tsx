import { useLingui } from "@lingui/react/macro";
import { PageNotFound } from "@sekimori/kit-web/shell/page-not-found";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { session } from "../../app/session/current.ts";

/** Where every unknown address leads. */
export function PageNotFoundPage() {
  const { t } = useLingui();
  return (
    <PageNotFound
      to={pagePaths.root}
      label={session.isLoggedIn() ? t`Go to My Page` : t`Go to login`}
    />
  );
}
