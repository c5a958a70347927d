import { useLingui } from "@lingui/react/macro";
import { PageNotFound } from "@sekimori/kit-web/shell/page-not-found";
import { pagePaths } from "@sekimori/portal-contract/page-routes";

/** Where every unknown address leads. */
export function PageNotFoundPage() {
  const { t } = useLingui();
  return <PageNotFound to={pagePaths.root} label={t`Go to the home page`} />;
}
