import { useLocation, useSearchParams } from "@sekimori/kit-web/routing/navigation";
import { otherAccountPage, pagePaths, signedOutPage } from "@sekimori/portal-contract/page-routes";
import { BeginPart } from "./begin-part.tsx";
import { CallbackPart } from "./callback-part.tsx";
import { JoiningPart } from "./joining-part.tsx";
import { joiningPage } from "./joining-query.ts";
import { OtherAccountPart } from "./other-account-part.tsx";
import { ProviderStartPart } from "./provider-start-part.tsx";
import { SignedOutPart } from "./signed-out-part.tsx";

/**
 * /organization-sign-in: where one goes to the organisation's provider; below it, each organisation's own
 * address that the provider sends browsers back to, and the questions whether to
 * join, and whether to change accounts.
 */
export function SingleSignOnPage() {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  if (pathname === pagePaths.organisationSignIn) return <BeginPart />;
  if (pathname === joiningPage) return <JoiningPart />;
  if (pathname === otherAccountPage) return <OtherAccountPart />;
  const given = Object.fromEntries(query);
  if (pathname === signedOutPage()) return <SignedOutPart query={given} />;
  const organisation = pathname.slice(pagePaths.organisationSignIn.length + 1);
  if (query.get("start") === "provider") return <ProviderStartPart organisation={organisation} />;
  return <CallbackPart organisation={organisation} query={given} />;
}
