import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { PageNotFound } from "@sekimori/kit-web/shell/page-not-found";

/** Where every unknown address leads. */
export function PageNotFoundPage() {
  const { t } = useLingui();
  return <PageNotFound to={pagePaths.find} label={t`Find a member`} />;
}
