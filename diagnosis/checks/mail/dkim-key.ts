import { createPublicKey } from "node:crypto";
import type { CheckContext } from "../../engine/context.ts";
import { tagsOf } from "./dmarc/record.ts";

/** A public key as a DKIM record holds it. */
export interface DkimKey {
  readonly type: string;
  readonly bits: number;
}

/** What is published for one selector; `key` is null where none can be read. */
export interface DkimRecord {
  readonly texts: readonly string[];
  readonly record: ReadonlyMap<string, string> | null;
  readonly key: DkimKey | null;
}

/** Asks for the key of a selector of the target's domain (RFC 6376 §3.6.1). Throws NetError `dns`. */
export async function dkimKey(context: CheckContext, selector: string): Promise<DkimRecord> {
  const texts = await context.dns.texts(`${selector}._domainkey.${context.target.domain}`);
  const record = texts.map(tagsOf).find((tags) => tags.has("p")) ?? null;
  if (record === null || isRevoked(record) || (record.get("v") ?? "DKIM1") !== "DKIM1")
    return { texts, record, key: null };
  const bytes = Buffer.from(publicKey(record), "base64");
  return { texts, record, key: keyOf(record.get("k")?.toLowerCase() ?? "rsa", bytes) };
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
