import type { X509Certificate } from "node:crypto";
import type { SeenHello, TlsSurvey } from "./survey.ts";

/** RSA-equivalent strength of a curve's size, by NIST SP 800-57 part 1, table 2. */
export function ecToRsaBits(bits: number): number {
  if (bits >= 512) return 15_360;
  if (bits >= 384) return 7_680;
  if (bits >= 253) return 3_072;
  return bits >= 224 ? 2_048 : 1_024;
}

/** Bits of named groups (IANA TLS Supported Groups); ECDHE on anything else counts as 256. */
const GROUP_BITS: Readonly<Record<number, number>> = {
  22: 256,
  23: 256,
  24: 384,
  25: 521,
  29: 255,
  30: 448,
};

const FFDHE_BITS: Readonly<Record<number, number>> = {
  256: 2_048,
  257: 3_072,
  258: 4_096,
  259: 6_144,
  260: 8_192,
};

const EXPORT_BITS = 512;

/** Size and kind of a certificate's key; `bits` is the modulus or the curve. */
export function keyOf(certificate: X509Certificate): {
  readonly type: "RSA" | "EC" | "other";
  readonly bits: number;
  readonly rsaBits: number;
} {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  if (type === "rsa" || type === "rsa-pss" || type === "dsa") {
    const bits = details?.modulusLength ?? 0;
    return { type: type === "dsa" ? "other" : "RSA", bits, rsaBits: bits };
  }
  const bits = type === "ed25519" ? 256 : type === "ed448" ? 456 : curveBits(details?.namedCurve);
  return { type: type === "ec" ? "EC" : "other", bits, rsaBits: ecToRsaBits(bits) };
}

function curveBits(name = ""): number {
  if (name === "prime256v1") return 256;
  return Number(/(\d{3})/.exec(name)?.[1] ?? 256);
}

/**
 * RSA-equivalent bits of every key agreement seen: the weaker of what the exchange and the certificate
 * bring, 0 without authentication (SSL Labs Server Rating Guide, key exchange).
 */
export function exchangeStrengths(
  seen: TlsSurvey,
  leaf: X509Certificate | null,
): readonly number[] {
  const own = leaf === null ? Number.POSITIVE_INFINITY : keyOf(leaf).rsaBits;
  return [...seen.modern, ...seen.classic]
    .map((hello) => Math.min(own, strengthOf(hello)))
    .filter((bits) => Number.isFinite(bits));
}

function strengthOf({ suite, dhBits, group }: SeenHello): number {
  if (suite.anonymous) return 0;
  if (suite.export) return Math.min(EXPORT_BITS, dhBits ?? EXPORT_BITS);
  if (suite.keyExchange === "DHE") return dhBits ?? Number.POSITIVE_INFINITY;
  if (group !== null && FFDHE_BITS[group]) return FFDHE_BITS[group];
  if (suite.forwardSecret) return ecToRsaBits(GROUP_BITS[group ?? 0] ?? 256);
  return Number.POSITIVE_INFINITY;
}
