import { kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import { useLocation } from "../../app/routing/navigation.ts";
import { useSite } from "../../app/site.ts";
import { KarteFrame } from "./karte-frame.tsx";
import { KarteLoading } from "./karte-loading.tsx";
import { NotReachable } from "./not-reachable.tsx";
import { SigningOut } from "./signing-out.tsx";

/** /third-party/karte/…: the place of the embedded application. */
export function KartePage() {
  const { pathname, search } = useLocation();
  const site = useSite();
  const path = pathname.slice(pagePaths.karte.length);
  if (path === kartePaths.signOut) return <SigningOut />;
  if (site === undefined) return <KarteLoading />;
  if (site.karteOrigin === null) return <NotReachable />;
  return (
    <KarteFrame
      origin={site.karteOrigin}
      path={`${path === "" ? "/" : path}${search}`}
      contactUrl={site.contactUrl}
    />
  );
}
