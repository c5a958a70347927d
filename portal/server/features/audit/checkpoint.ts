import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** The log's end at a moment. */
export interface Checkpoint {
  /** The position of the last event that was linked. */
  readonly eventId: string;
  /** The chain's at that position, in hexadecimal. */
  readonly hash: string;
  readonly at: Date;
}

export interface SignedCheckpoint extends Checkpoint {
  readonly signature: Buffer;
}

/** Ed25519's private key in PKCS #8 is this, and the 32 bytes of its seed (RFC 8410, section 7). */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key that signs checkpoints, from a seed of 32 bytes that is derived and never stored. */
export function checkpointKey(seed: Buffer): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([pkcs8Head, seed]),
    format: "der",
    type: "pkcs8",
  });
}

const version = "sekimori-audit-1";

const signedText = ({ eventId, hash, at }: Checkpoint): string =>
  `${version} ${eventId} ${hash} ${at.toISOString()}`;

export function signCheckpoint(key: KeyObject, checkpoint: Checkpoint): SignedCheckpoint {
  return { ...checkpoint, signature: sign(null, Buffer.from(signedText(checkpoint)), key) };
}

/** Whether it was signed by this key, given as its public or its private half, exactly as it stands. */
export function isGenuine(key: KeyObject, checkpoint: SignedCheckpoint): boolean {
  const { signature } = checkpoint;
  const isPublic = key.type === "public" ? key : createPublicKey(key);
  return verify(null, Buffer.from(signedText(checkpoint)), isPublic, signature);
}

/** One line, to be kept where the database's owner cannot reach it. */
export function checkpointLine(checkpoint: SignedCheckpoint): string {
  return `${signedText(checkpoint)} ${checkpoint.signature.toString("base64url")}`;
}

/** Whether a text has a checkpoint in it, be it a true one or not. */
export const mentionsCheckpoint = (text: string): boolean => /sekimori-audit-\d+ /.test(text);

/**
 * What a line says, be it the checkpoint by itself or a line of the log that holds one; undefined for
 * what is none. Whether it is genuine is another question.
 */
export function parseCheckpoint(line: string): SignedCheckpoint | undefined {
  const [, eventId = "", hash = "", time = "", signature = ""] =
    /sekimori-audit-1 (\d{1,18}) ([0-9a-f]{64}) (\S+Z) ([\w-]{86})(?![\w-])/.exec(line) ?? [];
  const at = new Date(time);
  if (eventId === "" || Number.isNaN(at.getTime())) return undefined;
  return { eventId, hash, at, signature: Buffer.from(signature, "base64url") };
}
