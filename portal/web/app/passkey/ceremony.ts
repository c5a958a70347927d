import type {
  CreationOptions,
  NewPasskey,
  RequestOptions,
  UsedPasskey,
} from "@sekimori/portal-contract/endpoints/passkey-values";
import {
  type AuthenticatorTransport,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";

// Loaded when somebody is about to use a passkey, or may be: never before a page can be used.

const typed = <One extends { readonly transports: readonly string[] }>(list: readonly One[]) =>
  list.map((one) => ({ ...one, transports: one.transports as AuthenticatorTransport[] }));

/** Has the browser make a passkey. @throws DOMException, WebAuthnError as the browser says no. */
export async function createPasskey(options: CreationOptions): Promise<NewPasskey> {
  const { id, response } = await startRegistration({
    optionsJSON: { ...options, excludeCredentials: typed(options.excludeCredentials) },
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { credentialId: id, clientDataJSON, attestationObject, transports };
}

/** Gives up the request under way, if there is one. */
export const cancelCeremony = (): void => WebAuthnAbortService.cancelCeremony();

/**
 * Has the browser use a passkey; a request before this one is given up.
 *
 * @param autofill whether the browser offers it in a field, for as long as it takes, and shows nothing else.
 * @throws DOMException, WebAuthnError as the browser says no.
 */
export async function getPasskey(
  options: RequestOptions,
  { autofill = false }: { readonly autofill?: boolean } = {},
): Promise<UsedPasskey> {
  const { id, response } = await startAuthentication({
    optionsJSON: { ...options, allowCredentials: typed(options.allowCredentials) },
    useBrowserAutofill: autofill,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    credentialId: id,
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle !== undefined && { userHandle }),
  };
}
