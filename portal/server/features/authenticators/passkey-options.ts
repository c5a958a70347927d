import { passkeyChallengeMs } from "@sekimori/portal-contract/constants";
import type {
  CreationOptions,
  RequestOptions,
} from "@sekimori/portal-contract/endpoints/passkey-values";
import type { PortalContext } from "../../context.ts";
import { type ChallengeUse, newChallenge } from "./passkey-challenge.ts";
import type { PasskeyRow } from "./passkey-repository.ts";
import { relyingPartyOf } from "./relying-party.ts";

/** Ed25519, ES256, RS256: what authenticators in use have, the best first. */
export const algorithms = [-8, -7, -257];

type Context = Pick<PortalContext, "digests" | "clock" | "settings">;

const describePasskey = ({ credential_id, transports }: PasskeyRow) => ({
  type: "public-key" as const,
  id: credential_id,
  transports,
});

interface Owner {
  readonly accountId: string;
  readonly email: string;
  readonly passkeys: readonly PasskeyRow[];
}

/** What a browser makes a passkey by: one that it can offer by itself, with its owner verified. */
export function creationOptions(
  context: Context,
  { accountId, email, passkeys }: Owner,
  use: ChallengeUse,
): CreationOptions {
  const { id, name } = relyingPartyOf(context.settings);
  return {
    challenge: newChallenge(context, use),
    rp: { id, name },
    user: { id: context.digests.passkeyUser(accountId), name: email, displayName: email },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: passkeyChallengeMs,
    excludeCredentials: passkeys.map(describePasskey),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** What a browser asks for a passkey by; of the given ones, or of any that the device has. */
export function requestOptions(
  context: Context,
  use: ChallengeUse,
  passkeys: readonly PasskeyRow[] = [],
): RequestOptions {
  return {
    challenge: newChallenge(context, use),
    rpId: relyingPartyOf(context.settings).id,
    timeout: passkeyChallengeMs,
    userVerification: "required",
    allowCredentials: passkeys.map(describePasskey),
  };
}
