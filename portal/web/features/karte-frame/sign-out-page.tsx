import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { SigningOut } from "@sekimori/kit-web/shell/signing-out";
import { signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths, signedOutPage } from "@sekimori/portal-contract/page-routes";
import { useCallback } from "react";
import { client } from "../../app/client.ts";
import { session } from "../../app/session/current.ts";
import { wayOut } from "../../app/session/way-out.ts";

/** Whether the portal was opened at this page: then somebody else's link may have led here. */
const isOpenedHere = () => {
  const [opened] = performance.getEntriesByType("navigation");
  return opened !== undefined && new URL(opened.name).pathname === window.location.pathname;
};

/**
 * Ends the session on the server, then everything this browser knows of it. Who came by an organisation's
 * provider goes on to log out there, or is offered to, as the organisation wants it. A link from elsewhere
 * ends the session here and no more: at the provider it would end those of every application.
 */
export function SignOutPage() {
  const navigate = useNavigate();
  const leave = useCallback(async () => {
    const { atProvider } = await client.call(signOut, { body: {} });
    session.ended("signed-out");
    if (atProvider?.how === "done" && atProvider.url !== null && !isOpenedHere()) {
      // In the place of this page, which would lead there again on the way back.
      window.location.replace(atProvider.url);
      return;
    }
    const { host, url = null } = atProvider ?? {};
    wayOut.keep(host !== undefined && url !== null ? { host, url } : undefined);
    await navigate(atProvider ? signedOutPage() : pagePaths.login, { replace: true });
    // Not before: what is still shown would ask the server again, which knows nobody now.
    queryClient.clear();
  }, [navigate]);
  return <SigningOut leave={leave} />;
}
