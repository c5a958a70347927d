import { createHash, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

// A part of the log in a file that can be checked by itself: a line of what it is, then either a line
// for each event as it was hashed, under the header that stands over it, or as it was chained one by
// one; at the end what it comes to, signed. Lines of events are JSON arrays, all others objects.

export const exportVersion = "audit-export-1";

export interface ExportHead {
  readonly sekimori: typeof exportVersion;
  readonly log: string;
  /** The range that was asked for; `to` is not in it. */
  readonly from: string;
  readonly to: string;
  /** Ed25519, base64url (RFC 8037). */
  readonly publicKey: string;
}

/** Says that events follow which are chained one by one, from a position on. */
export interface ChainedLine {
  readonly chained: { readonly first: number; readonly previous: string };
}

/** Says over how many of the following events it stands. */
export interface HeaderLine {
  readonly header: {
    readonly number: number;
    readonly firstPosition: number;
    readonly count: number;
    readonly root: string;
    readonly previousHash: string;
    readonly at: string;
    readonly hash: string;
  };
}

export interface ExportEnd {
  readonly events: number;
  /** Of the last event, and the chain's hash there. */
  readonly position: number;
  readonly hash: string;
  /** SHA-256 over every line before this one. */
  readonly digest: string;
}

export interface EndLine {
  readonly end: ExportEnd & { readonly signature: string };
}

const signedText = ({ events, position, hash, digest }: ExportEnd): Buffer =>
  Buffer.from(`sekimori-${exportVersion} ${events} ${position} ${hash} ${digest}`);

export function signEnd(key: KeyObject, end: ExportEnd): EndLine {
  return { end: { ...end, signature: sign(null, signedText(end), key).toString("base64url") } };
}

export const isSigned = (key: KeyObject, { end: { signature, ...end } }: EndLine): boolean =>
  verify(null, signedText(end), key, Buffer.from(signature, "base64url"));

export function publicKeyText(key: KeyObject): string {
  return createPublicKey(key).export({ format: "jwk" }).x ?? "";
}

/** @throws Error for what is no key. */
export function publicKeyOf(text: string): KeyObject {
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: text }, format: "jwk" });
}

/** The hash of an event that is chained to the one before. */
export const chainedHash = (previous: string, line: string): string =>
  createHash("sha256").update(Buffer.from(previous, "hex")).update(line).digest("hex");
