import { createHash } from "node:crypto";
import type { Answer, DnskeyAnswer } from "dns-packet";
import { nameBytes } from "./canonical.ts";
import { verifySet } from "./validate.ts";

/** How a zone proves that a name directly below it does not exist. */
export type Absence =
  | { readonly kind: "proved"; readonly iterations: number }
  /** Nothing signed says so: a validator refuses the answer. */
  | { readonly kind: "unproved"; readonly iterations: number };

/** Rounds beyond this make validators give up on purpose (RFC 9276 §3.2). */
const MAX_ROUNDS = 500;

/**
 * Whether the answer's NSEC or NSEC3 records prove that `name`, one label below `zone`, is not there:
 * one that covers it, with a signature that holds (RFC 4035 §5.4, RFC 5155 §8.4). `now` in milliseconds.
 */
export function proofOfAbsence(
  zone: string,
  name: string,
  authorities: readonly Answer[],
  keys: readonly DnskeyAnswer[],
  now: number,
): Absence {
  const iterations = Math.max(
    0,
    ...authorities.map((record) => (record.type === "NSEC3" ? record.data.iterations : 0)),
  );
  const proved = authorities.some((record) => {
    if (record.type !== "NSEC" && record.type !== "NSEC3") return false;
    const own = authorities.filter(
      (other) => other.type !== "OPT" && other.name.toLowerCase() === record.name.toLowerCase(),
    );
    if (verifySet(zone, own, record.type, keys, now).state !== "valid") return false;
    return record.type === "NSEC"
      ? isBetween(order(record.name), order(name), order(record.data.nextDomain))
      : isBetween(
          base32hex(record.name.split(".")[0] ?? ""),
          hashOf(name, record.data),
          record.data.nextDomain,
        );
  });
  return { kind: proved ? "proved" : "unproved", iterations };
}

/** The hashed owner name of NSEC3 (RFC 5155 §5); SHA-1 is the only one there is. */
export function hashOf(
  name: string,
  { salt, iterations }: { readonly salt: Buffer; readonly iterations: number },
): Buffer {
  let hash: Buffer = nameBytes(name);
  for (let round = 0; round <= Math.min(iterations, MAX_ROUNDS); round += 1)
    hash = createHash("sha1").update(hash).update(salt).digest();
  return hash;
}

/** The last name of the chain points back to the first. */
function isBetween(from: Buffer, name: Buffer, to: Buffer): boolean {
  const after = Buffer.compare(from, name) < 0;
  const before = Buffer.compare(name, to) < 0;
  return Buffer.compare(from, to) < 0 ? after && before : after || before;
}

/** Bytes that sort as DNSSEC sorts names: by label from the right (RFC 4034 §6.1). */
function order(name: string): Buffer {
  const labels = name
    .toLowerCase()
    .split(".")
    .filter((label) => label !== "")
    .reverse();
  return Buffer.concat(labels.map((label) => Buffer.from(`\0${label}`, "latin1")));
}

const BASE32HEX = "0123456789abcdefghijklmnopqrstuv";

/** RFC 4648 §7, as NSEC3's owner names are written. */
function base32hex(text: string): Buffer {
  const bits = [...text.toLowerCase()]
    .map((char) => Math.max(0, BASE32HEX.indexOf(char)).toString(2).padStart(5, "0"))
    .join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
