import { Logo } from "@sekimori/kit-web/brand/logo";
import { MenuDrawer } from "@sekimori/kit-web/frame/menu-drawer";
import { Link } from "@sekimori/kit-web/routing/link";
import { kartePage, pagePaths } from "@sekimori/portal-contract/page-routes";
import { NoApplication } from "./no-application.tsx";
import { NoticeBell } from "./notice-bell.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import { useHasApplication, useMenu } from "./use-menu.ts";

/** Top of every signed-in page. */
export function Header() {
  const menu = useMenu();
  const hasApplication = useHasApplication();
  return (
    <header
      data-top-bar
      className="sticky top-0 z-30 flex h-16 items-center gap-2 border-b border-border bg-surface px-2 sm:px-4 lg:px-6"
    >
      <MenuDrawer items={menu}>
        <NoApplication />
      </MenuDrawer>
      <Link to={hasApplication ? kartePage("/") : pagePaths.security} className="rounded-4 px-1">
        <Logo label="Sekimori" height={26} width={140} />
      </Link>
      <div className="ml-auto flex items-center gap-1">
        <NoticeBell />
        <ProfileMenu />
      </div>
    </header>
  );
}
