import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { z } from "zod";

/** The keys that open sealed values, by id; the current one also seals new values. */
export interface Keyring {
  readonly current: { readonly id: string; readonly key: KeyObject };
  readonly keys: ReadonlyMap<string, KeyObject>;
}

/** A sealed value cannot be opened: unknown key, wrong context, or it was altered. */
export class SealingError extends Error {
  override readonly name = "SealingError";
}

const algorithm = "aes-256-gcm";
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/**
 * Reads a keyring from text: `id:base64` pairs separated by commas, the current key first. An id
 * is 1 to 32 letters, digits, "_" or "-"; a key is 32 bytes.
 *
 * @throws SealingError with a sentence that does not repeat the key.
 */
export function parseKeyring(text: string): Keyring {
  // As key objects: with plain bytes every call spends more on reading its key than on its text.
  const keys = new Map<string, KeyObject>();
  for (const pair of text.split(",")) {
    const [, id, base64] = /^\s*([\w-]{1,32}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(pair) ?? [];
    if (id === undefined || base64 === undefined) {
      throw new SealingError("must be a list of id:base64 keys");
    }
    const key = Buffer.from(base64, "base64");
    if (key.length !== keyBytes) throw new SealingError(`key "${id}" must have 32 bytes`);
    if (keys.has(id)) throw new SealingError(`key "${id}" appears twice`);
    keys.set(id, createSecretKey(key));
  }
  const [first] = keys;
  if (!first) throw new SealingError("must name at least one key");
  return { current: { id: first[0], key: first[1] }, keys };
}

/** A setting that holds a keyring; wrap it in `secret()`. */
export function keyring() {
  return z.string().transform((text, context) => {
    try {
      return parseKeyring(text);
    } catch (error) {
      const message = error instanceof Error ? error.message : "must be a list of id:base64 keys";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
  });
}

/**
 * Seals `plaintext` with AES-256-GCM. `context` says what the value is and whose ("profile.name:"
 * + id): it is authenticated, so a sealed value moved to another row or column does not open.
 *
 * Form: version byte, length of the key's id, the id, 12-byte nonce, 16-byte tag, ciphertext.
 */
export function seal(ring: Keyring, plaintext: string | Buffer, context: string): Buffer {
  const id = Buffer.from(ring.current.id, "ascii");
  const head = Buffer.concat([Buffer.from([version, id.length]), id]);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, ring.current.key, nonce);
  cipher.setAAD(Buffer.concat([head, Buffer.from(context, "utf8")]));
  const body = Buffer.concat([
    typeof plaintext === "string" ? cipher.update(plaintext, "utf8") : cipher.update(plaintext),
    cipher.final(),
  ]);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
}

/**
 * Opens what `seal` made with the same context.
 *
 * @throws SealingError when the key is not in the ring, the context differs, or a bit changed.
 */
export function open(ring: Keyring, sealed: Buffer, context: string): Buffer {
  const idLength = sealed[1] ?? 0;
  const head = sealed.subarray(0, 2 + idLength);
  const start = head.length;
  if (sealed[0] !== version || sealed.length < start + nonceBytes + tagBytes) {
    throw new SealingError("not a sealed value");
  }
  const id = head.subarray(2).toString("ascii");
  const key = ring.keys.get(id);
  if (!key) throw new SealingError(`sealed with the key "${id}", which is not in the keyring`);
  const bodyStart = start + nonceBytes + tagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(start, start + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.concat([head, Buffer.from(context, "utf8")]));
  decipher.setAuthTag(sealed.subarray(start + nonceBytes, bodyStart));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()]);
  } catch (cause) {
    throw new SealingError("altered, or sealed for another context", { cause });
  }
}

/** The id of the key that sealed a value; tells which rows a key rotation still has to rewrite. */
export function sealedWith(sealed: Buffer): string {
  return sealed.subarray(2, 2 + (sealed[1] ?? 0)).toString("ascii");
}

/** The two functions with their keyring, for handing to what stores sealed values. */
export interface Sealer {
  seal(plaintext: string | Buffer, context: string): Buffer;
  open(sealed: Buffer, context: string): Buffer;
  /** True when a value should be sealed again because its key is no longer the current one. */
  isStale(sealed: Buffer): boolean;
}

export function createSealer(ring: Keyring): Sealer {
  return {
    seal: (plaintext, context) => seal(ring, plaintext, context),
    open: (sealed, context) => open(ring, sealed, context),
    isStale: (sealed) => sealedWith(sealed) !== ring.current.id,
  };
}
