import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

interface Proved {
  readonly method: string;
  readonly url: string;
  readonly accessToken?: string;
}

const algorithm = "ES256";

/** Makes proofs of one key (RFC 9449), for an application whose tokens are bound to one. */
export async function dpopKey(now: () => Date): Promise<(proved: Proved) => Promise<string>> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  const jwk = await exportJWK(publicKey);
  return ({ method, url, accessToken }) =>
    new SignJWT({
      jti: randomUUID(),
      htm: method,
      htu: url,
      ...(accessToken === undefined
        ? {}
        : { ath: createHash("sha256").update(accessToken).digest("base64url") }),
    })
      .setProtectedHeader({ typ: "dpop+jwt", alg: algorithm, jwk })
      .setIssuedAt(now())
      .sign(privateKey);
}
