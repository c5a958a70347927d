import { useLingui } from "@lingui/react/macro";
import { pagePaths } from "@sekimori/karte-contract/page-routes";
import { Logo } from "@sekimori/kit-web/brand/logo";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { MenuColumn } from "@sekimori/kit-web/frame/menu-column";
import { MenuDrawer } from "@sekimori/kit-web/frame/menu-drawer";
import { Link } from "@sekimori/kit-web/routing/link";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "../session/session-query.ts";
import { siteQuery } from "../session/workspace-queries.ts";
import { Bell } from "./bell.tsx";
import { Footer } from "./footer.tsx";
import { menuFor } from "./own-menu.ts";
import { PersonMenu } from "./person-menu.tsx";

/** Header, menu and footer where karte stands on its own. */
export default function OwnFrame({ children }: { readonly children: ReactNode }) {
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
