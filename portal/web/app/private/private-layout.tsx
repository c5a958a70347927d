import "../payment-errors/payment-error-sentences.ts";
import "./error-sentences.ts";
import "./error-titles.ts";
import { useLingui } from "@lingui/react/macro";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { MenuColumn } from "@sekimori/kit-web/frame/menu-column";
import { Outlet } from "@sekimori/kit-web/routing/outlet";
import { UpToDate } from "@sekimori/kit-web/shell/up-to-date";
import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../profile-query.ts";
import { Footer } from "../shell/footer.tsx";
import { LateMaintenance } from "../shell/late-maintenance.tsx";
import { Header } from "./header.tsx";
import { NoApplication } from "./no-application.tsx";
import { RecoveryNotice } from "./recovery-notice.tsx";
import { SessionExpiry } from "./session-expiry.tsx";
import { useHeard } from "./use-heard.ts";
import { useMenu } from "./use-menu.ts";

/** For members: header, side menu, page, footer (specification 1). */
export function PrivateLayout() {
  const { t } = useLingui();
  const menu = useMenu();
  const isHeard = useHeard();
  // The server knows whether the session still is; a 401 leads to sign-in from the client itself.
  useQuery(profileQuery, queryClient);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute -top-20 left-4 z-40 rounded-6 bg-raised px-4 py-2 shadow-float focus:top-3"
      >
        {t`Skip to the content`}
      </a>
      <Header />
      <div className="flex flex-1">
        <MenuColumn items={menu}>
          <NoApplication />
        </MenuColumn>
        <div className="flex min-w-0 flex-1 flex-col">
          <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
            <LateMaintenance isHeard={isHeard} />
            <SessionExpiry />
            <RecoveryNotice />
            <Outlet />
            <UpToDate
              title={t`What you see may be out of date`}
              againLabel={t`Load again`}
              pendingLabel={t`Loading`}
            />
          </main>
          <Footer />
        </div>
      </div>
    </div>
  );
}
