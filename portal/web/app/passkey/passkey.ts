import { ApiError, isApiError } from "@sekimori/kit-web/client/api-error";
import type {
  CreationOptions,
  NewPasskey,
  RequestOptions,
  UsedPasskey,
} from "@sekimori/portal-contract/endpoints/passkey-values";
import { explainedRefusal } from "../sentences/browser-refusal.ts";
import { signalUnknown } from "./signals.ts";

/** Whether the browser knows of passkeys. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

async function ceremony() {
  try {
    return await import("./ceremony.ts");
  } catch (cause) {
    throw new ApiError({ type: "Network", status: 0, message: "no passkey code", cause });
  }
}

/**
 * Has the browser make a passkey.
 *
 * @throws ApiError PasskeyCancelled, PasskeyImpossible, PasskeyDuplicate, Network.
 */
export async function makePasskey(options: CreationOptions): Promise<NewPasskey> {
  const { createPasskey } = await ceremony();
  try {
    return await createPasskey(options);
  } catch (error) {
    throw explainedRefusal(error);
  }
}

/**
 * Has the browser use a passkey and hands it on; one that is unknown here is made known to the browser
 * as such.
 *
 * @throws ApiError PasskeyCancelled, PasskeyImpossible, Network, and what `send` throws.
 */
export async function withPasskey<Answer>(
  options: RequestOptions,
  send: (passkey: UsedPasskey) => Promise<Answer>,
  how?: { readonly autofill?: boolean },
): Promise<Answer> {
  const { getPasskey } = await ceremony();
  let passkey: UsedPasskey;
  try {
    passkey = await getPasskey(options, how);
  } catch (error) {
    throw explainedRefusal(error);
  }
  try {
    return await send(passkey);
  } catch (error) {
    if (isApiError(error, "PasskeyUnknown")) signalUnknown(options.rpId, passkey.credentialId);
    throw error;
  }
}
