import { endSession } from "@sekimori/console-contract/endpoints/session";
import { pagePaths } from "@sekimori/console-contract/page-routes";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { SigningOut } from "@sekimori/kit-web/shell/signing-out";
import { client } from "../../app/client.ts";
import { look } from "../../app/look.ts";

async function leave(): Promise<void> {
  const next = await client.call(endSession, { body: {} }).then(
    (ended) => ended.next,
    (error: unknown) => {
      if (!isApiError(error, "SessionExpired")) throw error;
      return pagePaths.signIn;
    },
  );
  queryClient.clear();
  look.forget();
  window.location.replace(next);
}

/** Ends the session here and then the portal's. */
export function SignOutPage() {
  return <SigningOut leave={leave} />;
}
