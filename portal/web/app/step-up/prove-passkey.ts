import { beginPasskeyAgain, provePasskeyAgain } from "@sekimori/portal-contract/endpoints/passkeys";
import { client } from "../client.ts";
import { withPasskey } from "../passkey/passkey.ts";

/**
 * Shows who somebody is by a passkey of the account, in the place of password and second factor.
 *
 * @throws ApiError what `withPasskey` and the two calls do.
 */
export async function provePasskey(): Promise<void> {
  const options = await client.call(beginPasskeyAgain, { body: {} });
  await withPasskey(options, (body) => client.call(provePasskeyAgain, { body }));
}
