import { isCommonPassword } from "./common-password.ts";
import { looksSecret } from "./secret-value.ts";

const MARKUP = /^\s*<(?:!doctype|html|head|body|script)\b/i;

/**
 * A password's stored form as `htpasswd`, `openssl passwd` and nginx know it: crypt's schemes and the schemes in
 * braces. The thirteen letters of the oldest have no mark.
 */
const STORED =
  /^(?:\$(?:apr1|1|2[abxy]?|5|6|7|y|gy|sha1|md5|pbkdf2[\w-]*|scrypt|argon2\w*)[$,][./\w$=,+-]{8,}|\{(?:S?SHA(?:-?(?:256|384|512))?|S?MD5|(?:BLF-|MD5-|SHA(?:256|512)-)?CRYPT|PBKDF2[\w-]*|ARGON2\w*)\}[\w+/=$.,-]{10,}|_(?=.*\d)[./\dA-Za-z]{19})$/i;
/** 64 bits in eleven letters leave two over, which are zero: a sixteenth of all letters may stand last (crypt(3)). */
const OLDEST = /^(?=.*[A-Z])(?=.*[a-z])[./0-9A-Za-z]{12}[.26AEIMQUYcgkosw]$/;
/** Of `htdigest`, behind the realm. */
const DIGEST = /^[0-9a-f]{32}$/;
/** Words that happen to have thirteen letters: "NotAuthorized". */
const WORDS = /^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*\d{0,3}$/;

/** `name:password[:remark]` or `name:realm:digest` on every line that is no remark. */
export function isPasswordFile(text: string): boolean {
  const lines = text
    .slice(0, 65_536)
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:#|$)/.test(line));
  return lines.length > 0 && lines.every(isPasswordLine);
}

function isPasswordLine(line: string): boolean {
  const [name = "", ...rest] = line.trim().split(":");
  if (!/^[^\s<>"]{1,80}$/.test(name)) return false;
  const plain = /^\{PLAIN\}(.+)$/.exec(rest[0] ?? "")?.[1];
  if (plain !== undefined) return looksSecret(plain);
  const [stored = "", digest = ""] = rest;
  if (OLDEST.test(stored)) return !WORDS.test(stored);
  return (STORED.test(stored) && isMade(stored)) || (DIGEST.test(digest) && isMade(digest));
}

/** Whether a value is a password's stored form, made by a machine: it can be tried against at leisure. */
export function isStoredPassword(value: string): boolean {
  return STORED.test(value) && isMade(value);
}

/** A manual's `$2y$10$xxxx…` has one sign where a machine's has many. */
function isMade(stored: string): boolean {
  return new Set(stored.replace(/^.*[$}](?=.)/, "")).size > 2;
}

/** A private key with something in it; `encrypted` where its file asks for a password. */
export function privateKeyIn(text: string): "plain" | "encrypted" | null {
  if (MARKUP.test(text)) return null;
  const putty = /^PuTTY-User-Key-File-\d: .{1,40}\r?\nEncryption: (\S{1,20})/.exec(text)?.[1];
  if (putty !== undefined) return putty === "none" ? "plain" : "encrypted";
  const key =
    /^-----BEGIN ([A-Z ]{0,20})PRIVATE KEY(?: BLOCK)?-----\r?\n((?:[\w-]{1,40}: .{0,200}\r?\n|\r?\n){0,9})([A-Za-z0-9+/=]{20,80})\r?$/m.exec(
      text,
    );
  if (key === null) return null;
  const [, kind = "", head = "", body = ""] = key;
  if (/^(.)\1+$/.test(body)) return null;
  if (/ENCRYPTED/.test(kind + head)) return "encrypted";
  // OpenSSH writes the cipher's name first: "none" for a key that is not encrypted.
  const bytes = Buffer.from(body, "base64");
  const named = bytes.toString("latin1");
  if (named.startsWith("openssh-key-v1")) return /aes|chacha/.test(named) ? "encrypted" : "plain";
  return beginsAsKey(bytes) ? "plain" : null;
}

/**
 * A SEQUENCE whose first member is a version (RFC 5958 §2, RFC 8017 §A.1.2, RFC 5915 §3), or a secret key's packet
 * of OpenPGP (RFC 9580 §5.5.3): "YOURPRIVATEKEYHERE" is letters of the same kind, and neither.
 */
function beginsAsKey(bytes: Buffer): boolean {
  const [tag = 0, size = 0] = bytes;
  const at = size < 0x80 ? 2 : 2 + (size & 0x7f);
  if (tag === 0x30) return bytes[at] === 0x02 && bytes[at + 1] === 1 && (bytes[at + 2] ?? 9) <= 1;
  return [0x94, 0x95, 0x97, 0xc5].includes(tag);
}

/** What a file's passwords are; `common`: one of those that anyone tries first. */
export type FoundPassword = "secret" | "common" | "none";

function passwordsIn(values: readonly string[]): FoundPassword {
  if (values.some(looksSecret)) return "secret";
  return values.some(isCommonPassword) ? "common" : "none";
}

const DEFINED =
  /^\s*(?:define\(\s{0,9}['"]DB_PASSWORD['"]\s{0,9},|const\s{1,9}DB_PASSWORD\s{0,9}=)\s{0,9}(['"])((?:\\.|(?!\1).){0,200})\1\s{0,9}[);]/gm;
const SALTED =
  /^\s*define\(\s{0,9}['"](?:(?:SECURE_)?AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)['"]\s{0,9},\s{0,9}(['"])((?:\\.|(?!\1).){24,200})\1\s{0,9}\)/gm;

/** The database's password in WordPress's settings. */
export function wordpressPassword(text: string): FoundPassword | null {
  if (!/^\s*<\?php\b/.test(text)) return null;
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const passwords = [...code.matchAll(DEFINED)].map(([, , password = ""]) => password);
  // The keys by which cookies are signed; the sample has a sentence in their place.
  const keys = [...code.matchAll(SALTED)].map(([, , key = ""]) => key);
  const isKept = keys.some((key) => !/phrase|^(.)\1*$/i.test(key) && looksSecret(key));
  if (passwords.length === 0 && !isKept) return /DB_PASSWORD/.test(text) ? "none" : null;
  return isKept ? "secret" : passwordsIn(passwords);
}

export function isAwsCredentials(text: string): boolean {
  return !MARKUP.test(text) && /^\s*aws_(?:access_key_id|secret_access_key)\s{0,9}=/im.test(text);
}

export function holdsAwsSecret(text: string): boolean {
  const secrets = text.matchAll(
    /^\s*aws_secret_access_key\s{0,9}=\s{0,9}"?([A-Za-z0-9+/=]{16,80})"?\s*$/gim,
  );
  return !MARKUP.test(text) && [...secrets].some(([, secret = ""]) => looksSecret(secret));
}

/** Settings of an editor's extension for uploads: JSON, in which remarks are allowed. */
export function uploadSettings(text: string): FoundPassword | null {
  if (!/^\s*[[{/]/.test(text) || !/"host"\s{0,9}:\s{0,9}"[^"]{1,200}"/.test(text)) return null;
  if (!/"(?:username|protocol|remotePath|password|privateKeyPath)"\s{0,9}:/.test(text)) return null;
  const passwords = text.matchAll(/"(?:password|passphrase)"\s{0,9}:\s{0,9}"([^"]{0,200})"/g);
  return passwordsIn([...passwords].map(([, one = ""]) => one));
}
