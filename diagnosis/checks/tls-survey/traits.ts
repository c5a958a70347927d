import type { CipherSuite } from "../../net/raw-tls/cipher-suites.ts";

const STRONG: ReadonlySet<string> = new Set(["AES", "CAMELLIA", "ARIA", "CHACHA20"]);

/**
 * What a suite tells about a server that accepts it. A server is known well enough when no suite is
 * left that would show a new trait, which takes a handful of hellos instead of one per suite.
 */
export function traitsOf(suite: CipherSuite): readonly string[] {
  const traits = known.get(suite.id) ?? readTraits(suite);
  known.set(suite.id, traits);
  return traits;
}

const known = new Map<number, readonly string[]>();

function readTraits(suite: CipherSuite): readonly string[] {
  const exchange =
    suite.keyExchange === "DH" || suite.keyExchange === "ECDH" ? "fixed-DH" : suite.keyExchange;
  return [
    `exchange:${exchange}`,
    // A server may hold a certificate for each kind of signature, and show one only to who asks for it.
    `signs:${/_(ECDSA|DSS|RSA)_/.exec(suite.name)?.[1] ?? "other"}`,
    ...(suite.export ? ["export"] : []),
    ...(suite.aead ? ["aead"] : []),
    STRONG.has(suite.cipher) ? `bits:${suite.bits}` : `cipher:${suite.cipher}`,
  ];
}
