import { createPublicKey } from "node:crypto";
import type { CheckContext } from "../../engine/context.ts";

/** A public key as a DKIM record holds it. */
export interface DkimKey {
  readonly type: string;
  readonly bits: number;
}

/** What is published for one selector; `key` is null where none can be read. */
export interface DkimRecord {
  readonly texts: readonly string[];
  /** Several records hold a key: which of them a receiver takes is undefined (RFC 6376 §3.6.2.2). */
  readonly several: boolean;
  readonly record: ReadonlyMap<string, string> | null;
  readonly key: DkimKey | null;
}

/** Asks for the key of a selector of the target's domain (RFC 6376 §3.6.1). Throws NetError `dns`. */
export async function dkimKey(context: CheckContext, selector: string): Promise<DkimRecord> {
  const texts = await context.dns.texts(`${selector}._domainkey.${context.target.domain}`);
  const records = texts.map(dkimTags).filter((tags) => tags.has("p"));
  const record = records[0] ?? null;
  const several = records.length > 1;
  const isReadable = record !== null && (record.get("v") ?? "DKIM1") === "DKIM1";
  if (!isReadable || several || isRevoked(record)) return { texts, several, record, key: null };
  const bytes = Buffer.from(publicKey(record), "base64");
  return { texts, several, record, key: keyOf(record.get("k")?.toLowerCase() ?? "rsa", bytes) };
}

/** The tags of a key record; their names are in lower case, and none stands twice (RFC 6376 §3.2). */
function dkimTags(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(0, at)).trim();
    if (tags.has(name)) return new Map([["p", "?"]]);
    if (name !== "") tags.set(name, part.slice(at + 1).trim());
  }
  return tags;
}

/** An empty `p` withdraws the key. */
export function isRevoked(record: ReadonlyMap<string, string>): boolean {
  return publicKey(record) === "";
}

/** Verifiers must refuse it, since a stranger can compute the private key (RFC 8301 §3.2). */
export function isBreakable({ type, bits }: DkimKey): boolean {
  return type === "rsa" && bits < 1024;
}

function publicKey(record: ReadonlyMap<string, string>): string {
  return (record.get("p") ?? "").replace(/\s/g, "");
}

/** Ed25519 keys are bare (RFC 8463 §4.2); RSA keys come as SubjectPublicKeyInfo or as PKCS #1. */
function keyOf(type: string, bytes: Buffer): DkimKey | null {
  if (type === "ed25519") return bytes.length === 32 ? { type, bits: 256 } : null;
  if (type !== "rsa") return null;
  for (const format of ["spki", "pkcs1"] as const) {
    try {
      const key = createPublicKey({ key: bytes, format: "der", type: format });
      const bits = key.asymmetricKeyDetails?.modulusLength;
      if (bits !== undefined) return { type, bits };
    } catch {
      // Not in this form.
    }
  }
  return null;
}
