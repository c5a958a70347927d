import { beginPasskeySignIn, signInByPasskey } from "@sekimori/portal-contract/endpoints/passkeys";
import type { SignInOutcome } from "@sekimori/portal-contract/endpoints/sign-in";
import { client, unasked } from "../../app/client.ts";
import { type ByAutofill, withPasskey } from "../../app/passkey/passkey.ts";

/**
 * Asks the server for a challenge and the browser for a passkey, whoever's it is.
 *
 * @throws ApiError what `withPasskey` and the two calls do.
 */
export async function signInWithPasskey(how?: ByAutofill): Promise<SignInOutcome> {
  // An offer beside the login ID is nobody's act.
  const asks = how === undefined ? client : unasked;
  const options = await asks.call(beginPasskeySignIn, { body: { purpose: "sign-in" } });
  return withPasskey(options, (body) => client.call(signInByPasskey, { body }), how);
}
