import { createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from "node:crypto";
import type { DnskeyAnswer, DSAnswer } from "dns-packet";
import { dataOf, nameBytes } from "./canonical.ts";

/** Digests of DS records (IANA; RFC 4509, RFC 6605). GOST is not supported by validators any more. */
const DS_DIGESTS: Readonly<Record<number, string>> = { 1: "sha1", 2: "sha256", 4: "sha384" };

/** Hash of each signature algorithm, null for Edwards curves that bring their own (RFC 8624 §3.1). */
const HASHES: Readonly<Record<number, string | null>> = {
  5: "sha1",
  7: "sha1",
  8: "sha256",
  10: "sha512",
  13: "sha256",
  14: "sha384",
  15: null,
  16: null,
};

const CURVES: Readonly<Record<number, { readonly crv: string; readonly size: number }>> = {
  13: { crv: "P-256", size: 32 },
  14: { crv: "P-384", size: 48 },
};

/** Whether this algorithm's signatures can be judged; others count as unsigned (RFC 4035 §5.2). */
export function isSupportedAlgorithm(algorithm: number): boolean {
  return algorithm in HASHES;
}

export function isSupportedDigest(digestType: number): boolean {
  return digestType in DS_DIGESTS;
}

/** True when the DS names this key: tag, algorithm and digest over owner and data (RFC 4034 §5.1.4). */
export function matchesDs(key: DnskeyAnswer, ds: DSAnswer): boolean {
  const digest = DS_DIGESTS[ds.data.digestType];
  if (digest === undefined || key.data.algorithm !== ds.data.algorithm) return false;
  if (keyTag(key) !== ds.data.keyTag) return false;
  const hash = createHash(digest).update(nameBytes(key.name)).update(dataOf(key)).digest();
  return hash.equals(ds.data.digest);
}

/** RFC 4034 appendix B. */
export function keyTag(key: DnskeyAnswer): number {
  let sum = 0;
  for (const [index, byte] of dataOf(key).entries()) sum += index % 2 === 0 ? byte << 8 : byte;
  return (sum + (sum >> 16)) & 0xffff;
}

/** Verifies a signature by a zone key; false also for keys whose bytes make no sense. */
export function verifies(key: DnskeyAnswer, bytes: Buffer, signature: Buffer): boolean {
  const { algorithm } = key.data;
  const hash = HASHES[algorithm];
  if (hash === undefined) return false;
  try {
    return verify(hash, bytes, { key: publicKey(key), dsaEncoding: "ieee-p1363" }, signature);
  } catch {
    return false;
  }
}

/** Length of an RSA key's modulus; null for keys of another kind. */
export function keyBits({ data: { algorithm, key } }: DnskeyAnswer): number | null {
  if (![5, 7, 8, 10].includes(algorithm)) return null;
  const { n = "" } = jwkOf(algorithm, key);
  const modulus = Buffer.from(n, "base64url");
  const first = modulus.findIndex((byte) => byte !== 0);
  if (first === -1) return 0;
  return (modulus.length - first) * 8 - Math.clz32(modulus[first] ?? 0) + 24;
}

function publicKey({ data: { algorithm, key } }: DnskeyAnswer): KeyObject {
  return createPublicKey({ key: jwkOf(algorithm, key), format: "jwk" });
}

function jwkOf(algorithm: number, key: Buffer): JsonWebKey {
  const text = (bytes: Buffer) => bytes.toString("base64url");
  const curve = CURVES[algorithm];
  if (curve !== undefined) {
    const [x, y] = [key.subarray(0, curve.size), key.subarray(curve.size)];
    return { kty: "EC", crv: curve.crv, x: text(x), y: text(y) };
  }
  if (algorithm === 15) return { kty: "OKP", crv: "Ed25519", x: text(key) };
  if (algorithm === 16) return { kty: "OKP", crv: "Ed448", x: text(key) };
  // RSA: length of the exponent in one byte, or in two after a zero (RFC 3110 §2).
  const long = key[0] === 0;
  const start = long ? 3 : 1;
  const length = long ? key.readUInt16BE(1) : (key[0] ?? 0);
  const [e, n] = [key.subarray(start, start + length), key.subarray(start + length)];
  return { kty: "RSA", e: text(e), n: text(n) };
}
