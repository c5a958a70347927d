import type { NewPasskey } from "@sekimori/portal-contract/endpoints/passkey-values";
import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { algorithms } from "./passkey-options.ts";
import type { RelyingParty } from "./relying-party.ts";

/** CBOR of {fmt: "none", attStmt: {}, authData: …}, as far as the length of the data. */
const noneBefore = Buffer.concat([
  Buffer.from([0xa3, 0x63]),
  Buffer.from("fmt"),
  Buffer.from([0x64]),
  Buffer.from("none"),
  Buffer.from([0x67]),
  Buffer.from("attStmt"),
  Buffer.from([0xa0, 0x68]),
  Buffer.from("authData"),
  Buffer.from([0x59]),
]);

/**
 * An attestation object without its attestation. None is asked for, so none is looked at: to verify
 * one means to read certificates of the sender's choice and to fetch from addresses in them.
 */
function withoutAttestation(encoded: string): string {
  const authData = decodeAttestationObject(Buffer.from(encoded, "base64url")).get("authData");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  return Buffer.concat([noneBefore, length, authData]).toString("base64url");
}

/** What an authenticator has made. */
export interface MadePasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly aaguid: string;
  readonly isVerified: boolean;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/**
 * Reads what a browser's `create` answered with, for a challenge that is right already.
 *
 * @returns undefined where it is not an answer to it, of another page, or no passkey.
 */
export async function readRegistration(
  { credentialId: id, clientDataJSON, attestationObject }: NewPasskey,
  challenge: string,
  party: RelyingParty,
): Promise<MadePasskey | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: withoutAttestation(attestationObject) },
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      // Looked at by the caller, who has a sentence for it.
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || registrationInfo.credential.id !== id) return undefined;
    const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp } =
      registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      aaguid,
      isVerified: userVerified,
      backupEligible: credentialDeviceType === "multiDevice",
      backedUp: credentialBackedUp,
    };
  } catch {
    // The library throws at whatever does not fit; a browser sends none of it by itself.
    return undefined;
  }
}
