import { queryClient } from "@sekimori/kit-web/client/query-client";
import { useNavigate } from "@sekimori/kit-web/routing/navigation";
import { SigningOut } from "@sekimori/kit-web/shell/signing-out";
import { signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { useCallback } from "react";
import { client } from "../../app/client.ts";
import { session } from "../../app/session/current.ts";

/** Ends the session on the server, then everything this browser knows of it. */
export function SignOutPage() {
  const navigate = useNavigate();
  const leave = useCallback(async () => {
    await client.call(signOut, { body: {} });
    session.ended("signed-out");
    await navigate(pagePaths.login, { replace: true });
    // Not before: what is still shown would ask the server again, which knows nobody now.
    queryClient.clear();
  }, [navigate]);
  return <SigningOut leave={leave} />;
}
