import { createHash } from "node:crypto";
import type { Answer, DnskeyAnswer, RecordType } from "dns-packet";
import { plainName } from "../../../net/dns/plain-name.ts";
import { nameBytes } from "./canonical.ts";
import { verifySet } from "./validate.ts";

/** What the records say of a name, or of one of its types, that is not there. */
export interface Absence {
  /**
   * `proved`: signed records say so. `unproved`: none does, so that a validator refuses the answer. `unknown`:
   * what is there is nothing that we can judge.
   */
  readonly kind: "proved" | "unproved" | "unknown";
  /** Rounds of NSEC3, 0 without. */
  readonly iterations: number;
}

/** Whose proof it is: the zone, its trusted keys and the present in milliseconds. */
export interface SignedZone {
  readonly zone: string;
  readonly keys: readonly DnskeyAnswer[];
  readonly now: number;
}

/** Rounds beyond this make validators give up on purpose (RFC 9276 §3.2). */
const MAX_ROUNDS = 500;

/**
 * Whether the answer's NSEC or NSEC3 records prove that `name` is not there or has no record of this type, in
 * any form that is in use, with signatures that hold: an NSEC that covers the name (RFC 4035 §5.4), one at the
 * name itself that lacks the type, as compact denial gives it for names that do not exist (RFC 9824), an NSEC3
 * that covers the name or one above it, opt-out included, or one at its hash (RFC 5155 §8.4 to §8.6).
 */
export function proofOfAbsence(
  { zone, keys, now }: SignedZone,
  { name, type }: { readonly name: string; readonly type: RecordType },
  authorities: readonly Answer[],
): Absence {
  const iterations = Math.max(
    0,
    ...authorities.map((record) => (record.type === "NSEC3" ? record.data.iterations : 0)),
  );
  const isSigned = (record: Proof) => {
    const own = authorities.filter(
      (other) => other.type !== "OPT" && plainName(other.name) === plainName(record.name),
    );
    return verifySet(zone, own, record.type, keys, now).state === "valid";
  };
  const records = authorities.filter(
    (record): record is Proof => record.type === "NSEC" || record.type === "NSEC3",
  );
  if (records.some(isBeyondUs)) return { kind: "unknown", iterations };
  const proved = records.some((record) => speaksOf(record, zone, name, type) && isSigned(record));
  return { kind: proved ? "proved" : "unproved", iterations };
}

type Proof = Extract<Answer, { type: "NSEC" } | { type: "NSEC3" }>;

/** Hashes and rounds that nobody asks for, and names of bytes that are no text, which we cannot compare. */
function isBeyondUs(record: Proof): boolean {
  if (record.type === "NSEC") return `${record.name}${record.data.nextDomain}`.includes("\uFFFD");
  return record.data.algorithm !== 1 || record.data.iterations > MAX_ROUNDS;
}

function speaksOf(record: Proof, zone: string, name: string, type: RecordType): boolean {
  const lacks = !record.data.rrtypes.includes(type) && !record.data.rrtypes.includes("CNAME");
  if (record.type === "NSEC") {
    const owner = plainName(record.name);
    if (owner === name) return lacks;
    if (name.endsWith(`.${owner}`) && isCut(record)) return false;
    return isBetween(order(owner), order(name), order(record.data.nextDomain));
  }
  const owner = base32hex(record.name.split(".")[0] ?? "");
  if (owner.equals(hashOf(name, record.data))) return lacks;
  // The name itself, or the first of those above it that is not there either ("next closer", §8.3).
  return namesDownTo(name, zone).some((at) =>
    isBetween(owner, hashOf(at, record.data), record.data.nextDomain),
  );
}

/** Below a delegation or a DNAME the zone's own NSEC says nothing (RFC 6840 §4.1). */
function isCut({ data: { rrtypes } }: Proof): boolean {
  return (rrtypes.includes("NS") && !rrtypes.includes("SOA")) || rrtypes.includes("DNAME");
}

function namesDownTo(name: string, zone: string): readonly string[] {
  const labels = name.split(".");
  const depth = labels.length - (zone === "" ? 0 : zone.split(".").length);
  return Array.from({ length: Math.max(1, depth) }, (_, at) => labels.slice(at).join("."));
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
