import type { RawHello, RawVersion } from "../../net/clients.ts";
import { CIPHER_SUITES, type CipherSuite } from "../../net/raw-tls/cipher-suites.ts";

/** SSL 3 to TLS 1.2: the versions whose suites name the key exchange, newest first. */
export const CLASSIC_VERSIONS = ["tls1.2", "tls1.1", "tls1.0", "ssl3"] as const;
export type ClassicVersion = (typeof CLASSIC_VERSIONS)[number];

/** Every suite of the classic versions; authenticated, strong and forward-secret ones lead. */
export const CLASSIC_SUITES: readonly CipherSuite[] = CIPHER_SUITES.filter(
  ({ keyExchange }) => keyExchange !== "TLS1.3",
).sort((left, right) => rank(right) - rank(left));

export const TLS13_SUITES: readonly CipherSuite[] = CIPHER_SUITES.filter(
  ({ keyExchange }) => keyExchange === "TLS1.3",
);

/** X25519MLKEM768, the hybrid post-quantum group (IANA TLS Supported Groups 0x11EC). */
export const POST_QUANTUM_GROUP = 0x11ec;

/**
 * x25519, P-256, P-384, P-521 and x448, without the groups of RFC 7919: a server that is offered none
 * of those shows the Diffie-Hellman parameters it keeps for older clients.
 */
const CURVES = [0x001d, 0x0017, 0x0018, 0x0019, 0x001e];

/** A hello of one classic version. DEFLATE comes along, so that no probe of its own is needed. */
export function classicOffer(version: ClassicVersion, suites: readonly CipherSuite[]): RawHello {
  return {
    version,
    ciphers: suites.map(({ id }) => id),
    compression: [1, 0],
    groups: CURVES,
  };
}

/** A TLS 1.3 hello, with the post-quantum group alone or with the usual ones. */
export function tls13Offer(postQuantum: boolean, suites = TLS13_SUITES): RawHello {
  const ciphers = suites.map(({ id }) => id);
  const version: RawVersion = "tls1.3";
  return postQuantum
    ? { version, ciphers, groups: [POST_QUANTUM_GROUP] }
    : { version, ciphers, groups: [...CURVES, 0x0100, 0x0101, 0x0102] };
}

function rank(suite: CipherSuite): number {
  const sound = suite.anonymous || suite.export || suite.cipher === "NULL" ? 0 : 8;
  return sound + (suite.aead ? 4 : 0) + (suite.forwardSecret ? 2 : 0) + (suite.bits >= 128 ? 1 : 0);
}
