import { endSession } from "@sekimori/karte-contract/endpoints/session";
import { isApiError } from "@sekimori/kit-web/client/api-error";
import { queryClient } from "@sekimori/kit-web/client/query-client";
import { SigningOut } from "@sekimori/kit-web/shell/signing-out";
import { client, site } from "../../app/client.ts";
import { isFramed, tellHost } from "../../app/embedding.ts";

/** Where the whole window goes to end the portal's session, too; whoever is out already logs in there. */
async function leaveHere(): Promise<string> {
  try {
    return (await client.call(endSession, { body: {} })).next;
  } catch (error) {
    if (!isApiError(error, "SessionExpired")) throw error;
    return new URL("/login", (await site()).portalOrigin).href;
  }
}

async function leave(): Promise<void> {
  const next = await leaveHere();
  queryClient.clear();
  if (isFramed) tellHost({ type: "sign-out" });
  else window.location.replace(next);
}

/** Ends the session here and then the portal's: in its frame the portal is told. */
export function SignOutPage() {
  return <SigningOut leave={leave} />;
}
