import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { Logo } from "@sekimori/kit-web/brand/logo";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { MenuColumn } from "@sekimori/kit-web/frame/menu-column";
import { MenuDrawer } from "@sekimori/kit-web/frame/menu-drawer";
import { Link } from "@sekimori/kit-web/routing/link";
import { Outlet } from "@sekimori/kit-web/routing/outlet";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { UpToDate } from "@sekimori/kit-web/shell/up-to-date";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isFramed } from "../embedding.ts";
import { useLiveRuns } from "../live/use-live-runs.ts";
import { MaintenanceNotice } from "../maintenance/maintenance-notice.tsx";
import { menuFor } from "../menu.ts";
import { useSession } from "../session/session-query.ts";
import { siteQuery } from "../session/workspace-queries.ts";
import { Bell } from "./bell.tsx";
import { Footer } from "./footer.tsx";
import { NoWorkspace } from "./no-workspace.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { StandingNews } from "./standing-news.tsx";
import { useToldMenu } from "./use-told-menu.ts";
import { WorkspaceSwitch } from "./workspace-switch.tsx";

/** The frame of every page: in the portal's frame only the workspace, else header and menu too. */
export function AppLayout() {
  const { t } = useLingui();
  useToldMenu();
  const page = (
    <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col">
      <MaintenanceNotice />
      <WorkspaceSwitch />
      <div className="mx-auto flex w-full max-w-[84rem] flex-1 flex-col px-4 py-3 sm:px-8 sm:py-4">
        <InWorkspace />
      </div>
      <UpToDate
        title={t`What you see may be out of date`}
        againLabel={t`Load again`}
        pendingLabel={t`Loading`}
      />
    </main>
  );
  return isFramed ? (
    <div className="flex min-h-dvh flex-col">{page}</div>
  ) : (
    <OnOurOwn>{page}</OnOurOwn>
  );
}

function OnOurOwn({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const workspace = useSession().data?.workspace;
  const portal = useQuery(siteQuery, queryClient).data?.portalOrigin;
  const items = menuFor(workspace?.acts ?? [], portal);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute -top-20 left-4 z-40 rounded-6 bg-raised px-4 py-2 shadow-float focus:top-3"
      >
        {t`Skip to the content`}
      </a>
      <header
        data-top-bar
        className="sticky top-0 z-30 flex h-16 items-center gap-2 border-b border-border bg-surface px-2 sm:px-4 lg:px-6"
      >
        <MenuDrawer items={items} />
        <Link to={pagePaths.overview} className="rounded-4 px-1">
          <Logo label="Sekimori" height={26} width={140} />
        </Link>
        <div className="ml-auto flex items-center gap-1">
          {workspace && <Bell />}
          <PersonMenu />
        </div>
      </header>
      <div className="flex flex-1">
        <MenuColumn items={items} />
        <div className="flex min-w-0 flex-1 flex-col">
          {children}
          <Footer />
        </div>
      </div>
    </div>
  );
}

/** Pages are about a workspace: who belongs to none is told so in their place. */
function InWorkspace() {
  const { data: session, error, refetch } = useSession();
  useLiveRuns(session?.workspace?.id);
  if (session) return session.workspace === null ? <NoWorkspace /> : <InPlace />;
  // The sign-in that follows says enough.
  const shown = isApiError(error, "SessionExpired") ? undefined : error;
  return <QueryState error={shown} onRetry={() => void refetch()} />;
}

function InPlace() {
  return (
    <>
      <StandingNews />
      <Outlet />
    </>
  );
}
