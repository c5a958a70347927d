import { useLingui } from "@lingui/react/macro";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Outlet } from "@sekimori/kit-web/routing/outlet";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { UpToDate } from "@sekimori/kit-web/shell/up-to-date";
import { useIntegrator } from "../session/integrator-query.ts";
import { AccountMenu } from "./account-menu.tsx";
import { AloneLayout } from "./alone-layout.tsx";
import { PagesFrame } from "./pages-frame.tsx";

/** The frame of every page for those who integrate. */
export function IntegratorLayout() {
  const { t } = useLingui();
  return (
    <PagesFrame
      name={t`Integration console`}
      menu={<IntegratorMenu />}
      pages={[
        { path: integrationPagePaths.applications, name: t`Applications` },
        { path: integrationPagePaths.refusals, name: t`Refused requests` },
        { path: integrationPagePaths.keys, name: t`Signing keys` },
      ]}
    >
      <ForIntegrators />
      <UpToDate
        title={t`What you see may be out of date`}
        againLabel={t`Load again`}
        pendingLabel={t`Loading`}
      />
    </PagesFrame>
  );
}

/** The frame of its pages that come before a session. */
export function IntegratorAloneLayout() {
  const { t } = useLingui();
  return <AloneLayout name={t`Integration console`} />;
}

/** Pages are for those who integrate: who does not is told so in their place. */
function ForIntegrators() {
  const { t } = useLingui();
  const { data, error, refetch } = useIntegrator();
  if (data) return <Outlet />;
  if (isApiError(error, "NotIntegrator")) {
    return (
      <StatePage
        title={t`Your account doesn't have access to the integration console`}
        action={
          <a
            href={integrationPagePaths.signOut}
            className={buttonClass({ size: "large", wide: true })}
          >
            {t`Log out`}
          </a>
        }
      >
        {t`Ask an administrator for the role of an integrator, or log in with another account.`}
      </StatePage>
    );
  }
  // The sign-in that follows says enough.
  const shown = isApiError(error, "SessionExpired") ? undefined : error;
  return <QueryState error={shown} onRetry={() => void refetch()} />;
}

/** Who of those who integrate is signed in, and for whom. */
function IntegratorMenu() {
  const { t } = useLingui();
  const { data } = useIntegrator();
  if (!data) return null;
  const { name, kind } = data;
  return (
    <AccountMenu
      name={name}
      as={kind === "staff" ? t`Integrator` : t`Owner of the organization`}
      signOut={integrationPagePaths.signOut}
    />
  );
}
