import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * Reads the key that signs a release.
 *
 * @param file of `RELEASE_KEY_FILE`: an Ed25519 key in PEM, as `openssl genpkey` writes it
 * @returns undefined where no file is named
 * @throws Error when the file is not there or has no such key
 */
export function signingKey(file: string | undefined): KeyObject | undefined {
  if (file === undefined) return undefined;
  const refused = (why: string) => new Error(`RELEASE_KEY_FILE ${why}.`);
  if (file === "") throw refused("is empty; name a file, or do not set it");
  let pem: string;
  try {
    pem = readFileSync(file, "utf8");
  } catch {
    throw refused("names a file that cannot be read");
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw refused("names a file without a private key in PEM, or one with a passphrase");
  }
  if (key.asymmetricKeyType !== "ed25519") throw refused("names a key that is not Ed25519");
  return key;
}

/**
 * Writes `SHA256SUMS` for these files of a folder, and with a key `SHA256SUMS.sig`: 64 bytes over it,
 * as `openssl pkeyutl -verify -rawin` reads them.
 */
export function writeChecksums(
  folder: string,
  files: readonly string[],
  key: KeyObject | undefined,
): void {
  const sums = files
    .map((file) => {
      const sum = createHash("sha256").update(readFileSync(file)).digest("hex");
      return `${sum}  ${basename(file)}\n`;
    })
    .join("");
  writeFileSync(join(folder, "SHA256SUMS"), sums);
  if (key !== undefined) {
    writeFileSync(join(folder, "SHA256SUMS.sig"), sign(null, Buffer.from(sums), key));
  }
}
