import { Logo } from "@sekimori/kit-web/brand/logo";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Link } from "../routing/link.tsx";
import { MenuDrawer } from "./menu-drawer.tsx";
import { NoticeBell } from "./notice-bell.tsx";
import { ProfileMenu } from "./profile-menu.tsx";

/** Top of every signed-in page. */
export function Header() {
  return (
    <header
      data-top-bar
      className="sticky top-0 z-30 flex h-16 items-center gap-2 border-b border-border bg-surface px-2 sm:px-4 lg:px-6"
    >
      <MenuDrawer />
      <Link to={pagePaths.security} className="rounded-4 px-1">
        <Logo label="Sekimori" height={26} width={140} />
      </Link>
      <div className="ml-auto flex items-center gap-1">
        <NoticeBell />
        <ProfileMenu />
      </div>
    </header>
  );
}
