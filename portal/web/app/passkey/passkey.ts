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

/** Whether the browser can offer passkeys among what it fills fields with. */
export async function offersPasskeysInFields(): Promise<boolean> {
  return (
    knowsPasskeys() &&
    ((await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
  );
}

/** Gives up the request under way, if there is one. */
export async function cancelPasskey(): Promise<void> {
  const { cancelCeremony } = await ceremony();
  cancelCeremony();
}

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

/** The browser offers passkeys in a field and shows nothing else, until this is over. */
export interface ByAutofill {
  readonly isOver: () => boolean;
}

/**
 * Has the browser use a passkey and hands it on; one that is unknown here is made known to the browser
 * as such.
 *
 * @param how by autofill, for a caller that may have turned away before it begins.
 * @throws ApiError PasskeyCancelled, PasskeyImpossible, Network, and what `send` throws.
 */
export async function withPasskey<Answer>(
  options: RequestOptions,
  send: (passkey: UsedPasskey) => Promise<Answer>,
  how?: ByAutofill,
): Promise<Answer> {
  const { getPasskey } = await ceremony();
  // A request that comes too late would take the place of the one that was made instead.
  if (how?.isOver()) {
    throw new ApiError({ type: "PasskeyCancelled", status: 0, message: "given up" });
  }
  let passkey: UsedPasskey;
  try {
    passkey = await getPasskey(options, { autofill: how !== undefined });
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
