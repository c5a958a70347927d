import { useLocation } from "@sekimori/kit-web/routing/navigation";
import { kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import { useSite } from "../../app/site.ts";
import { KarteFrame } from "./karte-frame.tsx";
import { KarteLoading } from "./karte-loading.tsx";
import { NotSetUp } from "./not-set-up.tsx";
import { SignOutPage } from "./sign-out-page.tsx";

/** /third-party/karte/…: the place of the embedded application. */
export function KartePage() {
  const { pathname, search } = useLocation();
  const site = useSite();
  const path = pathname.slice(pagePaths.karte.length);
  if (path === kartePaths.signOut) return <SignOutPage />;
  if (site === undefined) return <KarteLoading />;
  if (site.karteOrigin === null) return <NotSetUp />;
  return (
    <KarteFrame
      origin={site.karteOrigin}
      path={`${path === "" ? "/" : path}${search}`}
      contactUrl={site.contactUrl}
    />
  );
}
