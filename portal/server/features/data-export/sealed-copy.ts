import type { KeyObject } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import { type CopyContent, contentSchema } from "./copy-content.ts";

/** How the content's key is wrapped, by RFC 7518. */
export type Wrapping = "RSA-OAEP-256" | "ECDH-ES+A256KW";

/** A copy as a JWE (RFC 7516) in its compact form, for the holder of one key. */
export const sealCopy = (content: CopyContent, key: KeyObject, alg: Wrapping): Promise<string> =>
  new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({ alg, enc: "A256GCM", cty: "json" })
    .encrypt(key);

/** What was sealed; undefined where it was not for this key, or is no copy. */
export async function openSealedCopy(
  sealed: string,
  key: KeyObject,
): Promise<CopyContent | undefined> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key);
    return contentSchema.parse(JSON.parse(new TextDecoder().decode(plaintext)));
  } catch {
    return undefined;
  }
}
