import type { UsedPasskey } from "@sekimori/portal-contract/endpoints/passkey-values";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import type { PasskeyRow } from "./passkey-repository.ts";
import type { RelyingParty } from "./relying-party.ts";

/** What an authenticator says of a use, once its signature is right. */
export interface PasskeyUse {
  readonly isVerified: boolean;
  readonly counter: number;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/**
 * Reads what a browser's `get` answered with, for a challenge that is right already.
 *
 * @returns undefined where signature, page or domain do not fit.
 */
export async function readAssertion(
  { credentialId: id, clientDataJSON, authenticatorData, signature }: UsedPasskey,
  passkey: PasskeyRow,
  challenge: string,
  party: RelyingParty,
): Promise<PasskeyUse | undefined> {
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: passkey.rp_id,
      // Verification and counter are looked at by the caller: each has a sentence of its own.
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: 0,
      },
    });
    if (!verified) return undefined;
    return {
      isVerified: info.userVerified,
      counter: info.newCounter,
      backupEligible: info.credentialDeviceType === "multiDevice",
      backedUp: info.credentialBackedUp,
    };
  } catch {
    // The library throws at whatever does not fit; a browser sends none of it by itself.
    return undefined;
  }
}

export type ReadAssertion = typeof readAssertion;

/**
 * Reads one answer once, for whoever looks at it twice: the short way of a sign-in, then the long one. What
 * was read counts again only for the same passkey with the same key, and the same challenge.
 */
export function assertionReader(): ReadAssertion {
  let kept: { readonly of: string; readonly use: Promise<PasskeyUse | undefined> } | undefined;
  return (given, passkey, challenge, party) => {
    const of = `${passkey.id} ${passkey.rp_id} ${passkey.public_key.toString("base64")} ${challenge}`;
    if (kept?.of !== of) kept = { of, use: readAssertion(given, passkey, challenge, party) };
    return kept.use;
  };
}
