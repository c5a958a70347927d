import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { PageNotFound } from "@sekimori/kit-web/shell/page-not-found";

/** Where every unknown address leads. */
export function PageNotFoundPage() {
  const { t } = useLingui();
  return <PageNotFound to={pagePaths.siteList} label={t`Go to the domain list`} />;
}
