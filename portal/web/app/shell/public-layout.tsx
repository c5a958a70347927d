import { Logo } from "@sekimori/kit-web/brand/logo";
import { Link } from "@sekimori/kit-web/routing/link";
import { usePageHandle } from "@sekimori/kit-web/routing/navigation";
import { Outlet } from "@sekimori/kit-web/routing/outlet";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { lazy, Suspense } from "react";
import type { PageHandle } from "../routing/page-handle.ts";
import { pageRules } from "../routing/page-rules.ts";
import { Footer } from "./footer.tsx";
import { LateMaintenance } from "./late-maintenance.tsx";

// Few ever see it, and everybody who logs in loads this file.
const CookiesNeeded = lazy(async () => ({
  default: (await import("./cookies-needed.tsx")).CookiesNeeded,
}));

/** For people who are not signed in: the mark, the page, and a footer (specification 1). */
export function PublicLayout() {
  const handle = usePageHandle<PageHandle>();
  const isLegal = handle !== undefined && pageRules[handle.page].legal === true;
  return (
    <div className="flex min-h-dvh flex-col">
      {!handle?.bare && (
        <Link to={pagePaths.root} className="m-4 self-start rounded-4 sm:mx-8 sm:my-6">
          <Logo label="Sekimori" height={28} width={150} />
        </Link>
      )}
      <main className="flex flex-1 flex-col" id="main">
        <LateMaintenance />
        {navigator.cookieEnabled || isLegal ? (
          <Outlet />
        ) : (
          <Suspense>
            <CookiesNeeded />
          </Suspense>
        )}
      </main>
      {!handle?.footerHidden && <Footer languageSwitch />}
    </div>
  );
}
