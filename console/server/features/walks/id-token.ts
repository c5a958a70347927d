import { createHash } from "node:crypto";
import type { WalkCheck } from "@sekimori/console-contract/words";
import {
  compactVerify,
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
} from "jose";

export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
  readonly algorithm: string;
  readonly nonce: string;
  readonly accessToken: string;
  readonly now: Date;
}

export interface ReadIdToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly checks: readonly { readonly check: WalkCheck; readonly isGood: boolean }[];
}

/** Seconds that two clocks may differ. */
const leeway = 60;

/** The left half of the digest (OpenID Connect Core, section 3.1.3.6). */
const halfDigest = (token: string): string =>
  createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");

/** Reads an ID token and looks at each thing that an application has to look at (section 3.1.3.7). */
export async function readIdToken(
  token: string,
  keys: unknown,
  { issuer, clientId, algorithm, nonce, accessToken, now }: Expected,
): Promise<ReadIdToken | undefined> {
  const read = () => ({ header: decodeProtectedHeader(token), claims: decodeJwt(token) });
  let both: ReturnType<typeof read>;
  try {
    both = read();
  } catch {
    return undefined;
  }
  const { header, claims } = both;
  const isSigned = await compactVerify(token, createLocalJWKSet(keys as JSONWebKeySet), {
    algorithms: [algorithm],
  }).then(
    () => true,
    () => false,
  );
  const seconds = now.getTime() / 1000;
  const { iss, aud, exp = 0, iat = 0, at_hash: hash } = claims;
  const looked: readonly (readonly [WalkCheck, boolean])[] = [
    ["signature", isSigned],
    ["algorithm", header.alg === algorithm],
    ["issuer", iss === issuer],
    ["audience", [aud].flat().includes(clientId)],
    ["time", exp > seconds - leeway && iat < seconds + leeway],
    ["nonce", claims.nonce === nonce],
    ...(hash === undefined ? [] : ([["access-token", hash === halfDigest(accessToken)]] as const)),
  ];
  return { header, claims, checks: looked.map(([check, isGood]) => ({ check, isGood })) };
}
