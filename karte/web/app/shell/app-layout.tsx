import { useLingui } from "@lingui/react/macro";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { Outlet } from "@sekimori/kit-web/routing/outlet";
import { QueryState } from "@sekimori/kit-web/shell/query-state";
import { UpToDate } from "@sekimori/kit-web/shell/up-to-date";
import { lazy, Suspense } from "react";
import { isFramed } from "../embedding.ts";
import { useLiveRuns } from "../live/use-live-runs.ts";
import { MaintenanceNotice } from "../maintenance/maintenance-notice.tsx";
import { useSession } from "../session/session-query.ts";
import { NoWorkspace } from "./no-workspace.tsx";
import { StandingNews } from "./standing-news.tsx";
import { useToldMenu } from "./use-told-menu.ts";
import { WorkspaceSwitch } from "./workspace-switch.tsx";

/** Asked for at once where it is needed; in the frame nobody waits for what the portal shows there. */
const OwnFrame = lazy(() => import("./own-frame.tsx"));

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
    <Suspense>
      <OwnFrame>{page}</OwnFrame>
    </Suspense>
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
