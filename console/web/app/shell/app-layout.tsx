import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { buttonClass } from "@sekimori/kit-web/primitives/button-class";
import { StatePage } from "@sekimori/kit-web/primitives/state-page";
import { Outlet } from "@sekimori/kit-web/routing/outlet";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { UpToDate } from "@sekimori/kit-web/shell/up-to-date";
import { useSession } from "../session/session-query.ts";
import { LanguageFoot } from "./language-foot.tsx";
import { MainNav } from "./main-nav.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame of every page for those who work here. */
export function AppLayout() {
  const { t } = useLingui();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute -top-20 left-4 z-40 rounded-6 bg-raised px-4 py-2 shadow-float focus:top-3"
      >
        {t`Skip to the content`}
      </a>
      <TopBar>
        <PersonMenu />
      </TopBar>
      <MainNav />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-[76rem] flex-1 flex-col px-4 py-6 sm:px-8"
      >
        <ForStaff />
        <UpToDate
          title={t`What you see may be out of date`}
          againLabel={t`Load again`}
          pendingLabel={t`Loading`}
        />
      </main>
      <LanguageFoot />
    </div>
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
