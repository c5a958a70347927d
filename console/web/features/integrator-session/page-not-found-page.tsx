import { useLingui } from "@lingui/react/macro";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { PageNotFound } from "@sekimori/kit-web/shell/page-not-found";

/** Where every unknown address leads. */
export function PageNotFoundPage() {
  const { t } = useLingui();
  return <PageNotFound to={integrationPagePaths.applications} label={t`Applications`} />;
}
