import type { Finding } from "../engine/finding.ts";

/*
 * The SSL Labs server rating method: protocols 30 %, key exchange 30 %, ciphers 40 %, each the mean
 * of the best and the worst that the server accepts. Facts read: `protocol:ssl2`, `protocol:ssl3`,
 * `protocol:tls1.0` … `protocol:tls1.3` (boolean), `keyExchange.weakestBits`,
 * `keyExchange.strongestBits` (RSA-equivalent bits, 0 for anonymous), `cipher.weakestBits` and
 * `cipher.strongestBits`.
 *
 * The worst counts only where a check objects to it: what no check objects to costs nothing, every
 * point lost has a finding to show for it, and a check that saw less than before never raises a score.
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

/** The parts to which a check objects; all others count as full. */
export function tlsBase(findings: readonly Finding[]): readonly BasePart[] {
  const objections = findings.filter(({ state }) => state === "fail" || state === "warn");
  const part = (
    name: BasePart["part"],
    weight: number,
    worst: readonly number[],
    best: readonly number[],
  ): readonly BasePart[] => {
    if (worst.length === 0) return [];
    const least = Math.min(...worst);
    const points = (least + Math.max(least, ...best)) / 2;
    return [{ part: name, weight, points }];
  };
  const exchange = (name: string, from: readonly Finding[]) =>
    numbers(from, `keyExchange.${name}`).map(keyExchangePoints);
  const cipher = (name: string, from: readonly Finding[]) =>
    numbers(from, `cipher.${name}`).map(cipherPoints);
  const old = protocols(objections);
  return [
    ...part("protocol", 0.3, Math.min(100, ...old) < 100 ? old : [], protocols(findings)),
    ...part(
      "key-exchange",
      0.3,
      exchange("weakestBits", objections),
      exchange("strongestBits", findings),
    ),
    ...part("cipher", 0.4, cipher("weakestBits", objections), cipher("strongestBits", findings)),
  ];
}

function protocols(findings: readonly Finding[]): readonly number[] {
  return findings.flatMap(({ evidence }) =>
    evidence.flatMap(({ name, value }) =>
      value === true && PROTOCOL_POINTS[name] !== undefined ? [PROTOCOL_POINTS[name]] : [],
    ),
  );
}

function numbers(findings: readonly Finding[], wanted: string): readonly number[] {
  return findings.flatMap(({ evidence }) =>
    evidence.flatMap(({ name, value }) =>
      name === wanted && typeof value === "number" ? [value] : [],
    ),
  );
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
