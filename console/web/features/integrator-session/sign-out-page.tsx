import { endIntegratorSession } from "@sekimori/console-contract/endpoints/integration/session";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { SigningOut } from "@sekimori/kit-web/shell/signing-out";
import { client } from "../../app/integration-client.ts";

async function leave(): Promise<void> {
  const next = await client.call(endIntegratorSession, { body: {} }).then(
    (ended) => ended.next,
    (error: unknown) => {
      if (!isApiError(error, "SessionExpired")) throw error;
      return integrationPagePaths.signIn;
    },
  );
  queryClient.clear();
  window.location.replace(next);
}

/** Ends the session here and then the portal's. */
export function SignOutPage() {
  return <SigningOut leave={leave} />;
}
