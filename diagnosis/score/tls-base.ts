import type { Fact, Finding } from "../engine/finding.ts";

/*
 * The SSL Labs server rating method: protocols 30 %, key exchange 30 %, ciphers 40 %, each the mean
 * of the best and the worst that the server accepts. Facts read: `protocol:ssl2`, `protocol:ssl3`,
 * `protocol:tls1.0` … `protocol:tls1.3` (boolean), `keyExchange.weakestBits`,
 * `keyExchange.strongestBits` (RSA-equivalent bits, 0 for anonymous), `cipher.weakestBits` and
 * `cipher.strongestBits`.
 */

/** Points of each protocol version. */
const PROTOCOL_POINTS: Readonly<Record<string, number>> = {
  "protocol:ssl2": 0,
  "protocol:ssl3": 80,
  "protocol:tls1.0": 90,
  "protocol:tls1.1": 95,
  "protocol:tls1.2": 100,
  "protocol:tls1.3": 100,
};

/** Checks whose subject the method already rates; their severities deduct nothing more. */
export const RATED_BY_BASE: ReadonlySet<string> = new Set([
  "tls-ssl",
  "tls-old",
  "tls-null",
  "tls-weak",
  "tls-dh",
  "cert-key",
]);

/** One third of the base, 0 to 100, with its share of the whole. */
export interface BasePart {
  readonly part: "protocol" | "key-exchange" | "cipher";
  readonly points: number;
  readonly weight: number;
}

/** The parts whose facts are there; a part without facts is left out and counts as full. */
export function tlsBase(findings: readonly Finding[]): readonly BasePart[] {
  const facts = new Map<string, Fact["value"]>();
  for (const finding of findings)
    for (const fact of finding.evidence) facts.set(fact.name, fact.value);
  const protocols = Object.entries(PROTOCOL_POINTS)
    .filter(([name]) => facts.get(name) === true)
    .map(([, points]) => points);
  const parts: BasePart[] = [];
  const add = (
    part: BasePart["part"],
    weight: number,
    worst: unknown,
    best: unknown,
    rate: (value: number) => number,
  ) => {
    if (typeof worst !== "number" || typeof best !== "number") return;
    parts.push({ part, weight, points: (rate(worst) + rate(best)) / 2 });
  };
  if (protocols.length > 0)
    add("protocol", 0.3, Math.min(...protocols), Math.max(...protocols), (points) => points);
  const key = ["keyExchange.weakestBits", "keyExchange.strongestBits"].map((name) =>
    facts.get(name),
  );
  add("key-exchange", 0.3, key[0], key[1], keyExchangePoints);
  const cipher = ["cipher.weakestBits", "cipher.strongestBits"].map((name) => facts.get(name));
  add("cipher", 0.4, cipher[0], cipher[1], cipherPoints);
  return parts;
}

/** By RSA-equivalent strength in bits; 0 stands for no authentication. */
export function keyExchangePoints(bits: number): number {
  if (bits <= 0) return 0;
  if (bits < 512) return 20;
  if (bits < 1024) return 40;
  if (bits < 2048) return 80;
  return bits < 4096 ? 90 : 100;
}

/** By symmetric strength in bits. */
export function cipherPoints(bits: number): number {
  if (bits <= 0) return 0;
  if (bits < 128) return 20;
  return bits < 256 ? 80 : 100;
}
