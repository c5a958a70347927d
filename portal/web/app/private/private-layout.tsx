import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../profile-query.ts";
import { queryClient } from "../query-client.ts";
import { Outlet } from "../routing/outlet.tsx";
import { Footer } from "../shell/footer.tsx";
import { Header } from "./header.tsx";
import { SessionExpiry } from "./session-expiry.tsx";
import { SideMenu } from "./side-menu.tsx";

/** For members: header, side menu, page, footer (SPEC 1). */
export function PrivateLayout() {
  const { t } = useLingui();
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
        <div className="hidden w-64 shrink-0 border-r border-border bg-surface lg:block">
          <div className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto">
            <SideMenu />
          </div>
        </div>
        <div className="flex min-w-0 flex-1 flex-col">
          <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
            <SessionExpiry />
            <Outlet />
          </main>
          <Footer />
        </div>
      </div>
    </div>
  );
}
