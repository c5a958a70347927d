import { logoutTokenVerifier } from "@sekimori/kit-server/relying-party/logout-token";
import {
  providerTokenVerifier,
  type TokenChecks,
} from "@sekimori/kit-server/relying-party/provider-tokens";
import { decodeJwt, decodeProtectedHeader, errors } from "jose";
import type { ServerMetadata } from "openid-client";
import type { EndedLogins } from "../ports/external-identity.ts";

/** How far a provider's clock may be off. */
const skewSeconds = 120;

/** Neither unsigned, nor by a key that both sides know. */
const asymmetric = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "EdDSA",
];

/** Reads the logout tokens of an organisation's provider, by keys that it publishes. */
export function organisationLogoutTokens({
  metadata,
  ...checks
}: Pick<TokenChecks, "clientId" | "fetch"> & {
  readonly metadata: () => Promise<ServerMetadata>;
}): (token: string) => Promise<EndedLogins> {
  const verify = providerTokenVerifier({ metadata }, { ...checks, algorithm: asymmetric });
  const read = logoutTokenVerifier((token, more) =>
    verify(token, { ...more, clockTolerance: skewSeconds }),
  );
  return async (token) => {
    const { subject, session, tokenId } = await read(token);
    const sessions = session === undefined ? [] : [session];
    return { subject: subject ?? null, sessions, wordId: tokenId };
  };
}

const isSameIssuer = (one: string | undefined, other: string) =>
  one !== undefined && URL.parse(one)?.href === URL.parse(other)?.href;

/**
 * Whether a text is a token that says of itself to be from an issuer and for a client. Nothing is proved by
 * that; what does not even say so is refused before anything is asked of the network.
 */
export function isMeantForClient(
  token: string,
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
): boolean {
  try {
    const { alg } = decodeProtectedHeader(token);
    const { iss, aud } = decodeJwt(token);
    return (
      asymmetric.includes(alg ?? "") && isSameIssuer(iss, issuer) && [aud].flat().includes(clientId)
    );
  } catch {
    return false;
  }
}

/** Whether it was the provider's keys that could not be read, and not the token. */
export const isAboutKeys = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout ||
  (error instanceof errors.JOSEError && error.code === errors.JOSEError.code);
