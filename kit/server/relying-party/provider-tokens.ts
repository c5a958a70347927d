import {
  createRemoteJWKSet,
  customFetch,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import type { ProviderClient } from "./provider-client.ts";

export interface TokenChecks {
  readonly clientId: string;
  /** Several where the provider chooses. */
  readonly algorithm: string | readonly string[];
  readonly fetch?: typeof fetch;
}

/**
 * Checks what the provider signs beside ID tokens: signature by its published keys, issuer,
 * audience (this application unless another is named), algorithm. The keys are read when they are first needed, and again when one is missing.
 */
export function providerTokenVerifier(
  provider: Pick<ProviderClient, "metadata">,
  { clientId, algorithm, fetch: ownFetch }: TokenChecks,
): (token: string, more: JWTVerifyOptions) => Promise<JWTPayload> {
  let keys:
    | { readonly uri: string; readonly set: ReturnType<typeof createRemoteJWKSet> }
    | undefined;
  return async (token, more) => {
    const { issuer, jwks_uri: uri } = await provider.metadata();
    if (uri === undefined) throw new Error("the provider publishes no keys");
    if (keys?.uri !== uri) {
      const own = ownFetch ? { [customFetch]: ownFetch } : {};
      keys = { uri, set: createRemoteJWKSet(new URL(uri), own) };
    }
    const { payload } = await jwtVerify(token, keys.set, {
      ...more,
      issuer,
      audience: more.audience ?? clientId,
      algorithms: [algorithm].flat(),
    });
    return payload;
  };
}
