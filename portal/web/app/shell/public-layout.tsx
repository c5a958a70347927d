import { Logo } from "@sekimori/kit-web/brand/logo";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { Link } from "../routing/link.tsx";
import { usePageHandle } from "../routing/navigation.ts";
import { Outlet } from "../routing/outlet.tsx";
import { Footer } from "./footer.tsx";

/** For people who are not signed in: the mark, the page, and a footer (SPEC 1). */
export function PublicLayout() {
  const handle = usePageHandle();
  return (
    <div className="flex min-h-dvh flex-col">
      {!handle?.bare && (
        <Link to={pagePaths.root} className="m-4 self-start rounded-4 sm:mx-8 sm:my-6">
          <Logo label="Sekimori" height={28} width={150} />
        </Link>
      )}
      <main className="flex flex-1 flex-col" id="main">
        <Outlet />
      </main>
      {!handle?.footerHidden && <Footer languageSwitch />}
    </div>
  );
}
