import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Outlet } from "@sekimori/kit-web/routing/outlet";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { UpToDate } from "@sekimori/kit-web/shell/up-to-date";
import { useSession } from "../session/session-query.ts";
import { useMainPages } from "./main-nav.tsx";
import { PagesFrame } from "./pages-frame.tsx";
import { PersonMenu } from "./person-menu.tsx";

/** The frame of every page for those who work here. */
export function AppLayout() {
  const { t } = useLingui();
  return (
    <PagesFrame menu={<PersonMenu />} pages={useMainPages()}>
      <ForStaff />
      <UpToDate
        title={t`What you see may be out of date`}
        againLabel={t`Load again`}
        pendingLabel={t`Loading`}
      />
    </PagesFrame>
  );
}

/** Pages are for those who work here: who does not is told so in their place. */
function ForStaff() {
  const { t } = useLingui();
  const { data: session, error, refetch } = useSession();
  if (session) return <Outlet />;
  if (isApiError(error, "NotStaff")) {
    return (
      <StatePage
        title={t`Your account doesn't have access to the console`}
        action={
          <a href={pagePaths.signOut} className={buttonClass({ size: "large", wide: true })}>
            {t`Log out`}
          </a>
        }
      >
        {t`Ask an administrator to appoint you, or log in with another account.`}
      </StatePage>
    );
  }
  // The sign-in that follows says enough.
  const shown = isApiError(error, "SessionExpired") ? undefined : error;
  return <QueryState error={shown} onRetry={() => void refetch()} />;
}
