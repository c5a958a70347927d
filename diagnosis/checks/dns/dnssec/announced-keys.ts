import type { Answer, DnskeyAnswer } from "dns-packet";
import { dataOf } from "./canonical.ts";
import { keyBits, matchesDs } from "./zone-key.ts";

/** Keys of RSA below these lengths are short, or within reach of anyone who tries (NIST SP 800-57 part 1). */
const RECOMMENDED_BITS = 2_048;
const LEAST_BITS = 1_024;

/** How short the shortest RSA key of a zone is. */
export function shortKeys(keys: readonly DnskeyAnswer[]): {
  readonly bits: number | null;
  readonly length: "enough" | "short" | "tiny";
} {
  const sizes = keys.map(keyBits).filter((bits) => bits !== null);
  if (sizes.length === 0) return { bits: null, length: "enough" };
  const bits = Math.min(...sizes);
  const length = bits < LEAST_BITS ? "tiny" : bits < RECOMMENDED_BITS ? "short" : "enough";
  return { bits, length };
}

/** CDS 0 0 0 00 asks the parent to take the DS away (RFC 8078 §4). */
const DELETE_ALGORITHM = 0;

/**
 * The CDS and CDNSKEY records of a zone that stand for none of its keys. A parent that took them for its DS
 * would break the zone (RFC 7344 §4.1).
 */
export function strayAnnouncements(
  announced: readonly Answer[],
  keys: readonly DnskeyAnswer[],
): readonly string[] {
  return announced.flatMap((record) => {
    // The codec knows neither type and leaves their bytes as they are.
    const { type, data } = record as { readonly type: string; readonly data: unknown };
    if ((type !== "CDS" && type !== "CDNSKEY") || !Buffer.isBuffer(data) || data.length < 4)
      return [];
    const algorithm = type === "CDS" ? data.readUInt8(2) : data.readUInt8(3);
    if (algorithm === DELETE_ALGORITHM) return [];
    const isOurs = keys.some((key) =>
      type === "CDNSKEY" ? dataOf(key).equals(data) : matchesDs(key, dsOf(key.name, data)),
    );
    return isOurs
      ? []
      : [type === "CDS" ? `CDS ${data.readUInt16BE(0)} ${algorithm}` : `CDNSKEY ${algorithm}`];
  });
}

function dsOf(name: string, data: Buffer) {
  const [keyTag, algorithm, digestType] = [
    data.readUInt16BE(0),
    data.readUInt8(2),
    data.readUInt8(3),
  ];
  return {
    name,
    type: "DS" as const,
    data: { keyTag, algorithm, digestType, digest: data.subarray(4) },
  };
}
