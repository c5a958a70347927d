import { looksSecret } from "./secret-value.ts";

const MARKUP = /^\s*<(?:!doctype|html|head|body|script)\b/i;

/**
 * A password's stored form as `htpasswd`, `openssl passwd` and nginx know it: crypt's schemes, the schemes in
 * braces, and the thirteen letters of the oldest, which have no mark.
 */
const STORED =
  /^(?:\$(?:apr1|1|2[abxy]?|5|6|7|y|argon2\w*)\$[./\w$=,+-]{8,}|\{(?:SHA|SSHA|SHA256|SSHA256|CRYPT)\}[\w+/=$.]{10,}|[./0-9A-Za-z]{13})$/;
/** Of `htdigest`, behind the realm. */
const DIGEST = /^[0-9a-f]{32}$/;
/** Words that happen to have thirteen letters: "NotAuthorized", "ERRNOTFOUND12". */
const WORDS = /^[A-Z]?[a-z]+(?:[A-Z][a-z]+)*\d{0,3}$|^[A-Z]+\d*$|^\d+$/;

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
  return (STORED.test(stored) && !WORDS.test(stored)) || DIGEST.test(digest);
}

/** A private key with something in it; `encrypted` where its file asks for a password. */
export function privateKeyIn(text: string): "plain" | "encrypted" | null {
  if (MARKUP.test(text)) return null;
  const key =
    /^-----BEGIN ([A-Z ]{0,20})PRIVATE KEY(?: BLOCK)?-----\r?\n((?:[\w-]{1,40}: .{0,200}\r?\n|\r?\n){0,9})([A-Za-z0-9+/=]{20,80})\r?$/m.exec(
      text,
    );
  if (key === null) return null;
  const [, kind = "", head = "", body = ""] = key;
  if (/^(.)\1+$/.test(body)) return null;
  if (/ENCRYPTED/.test(kind + head)) return "encrypted";
  // OpenSSH writes the cipher's name first: "none" for a key that is not encrypted.
  const named = Buffer.from(body, "base64").toString("latin1");
  return named.startsWith("openssh-key-v1") && /aes|chacha/.test(named) ? "encrypted" : "plain";
}

/** The database's password in WordPress's settings. */
export function wordpressPassword(text: string): "secret" | "none" | null {
  if (!/^\s*<\?php\b/.test(text)) return null;
  const set =
    /^\s*define\(\s{0,9}(['"])DB_PASSWORD\1\s{0,9},\s{0,9}(['"])(.{0,200}?)\2\s{0,9}\)/m.exec(text);
  if (set === null) return /DB_PASSWORD/.test(text) ? "none" : null;
  return looksSecret(set[3] ?? "") ? "secret" : "none";
}

export function isAwsCredentials(text: string): boolean {
  return !MARKUP.test(text) && /^\s*aws_(?:access_key_id|secret_access_key)\s{0,9}=/im.test(text);
}

export function holdsAwsSecret(text: string): boolean {
  const secrets = text.matchAll(
    /^\s*aws_secret_access_key\s{0,9}=\s{0,9}([A-Za-z0-9+/=]{16,80})\s*$/gim,
  );
  return !MARKUP.test(text) && [...secrets].some(([, secret = ""]) => looksSecret(secret));
}

/** Settings of an editor's extension for uploads: JSON, in which remarks are allowed. */
export function uploadSettings(text: string): "secret" | "none" | null {
  if (!/^\s*[[{/]/.test(text) || !/"host"\s{0,9}:\s{0,9}"[^"]{1,200}"/.test(text)) return null;
  if (!/"(?:username|protocol|remotePath|password|privateKeyPath)"\s{0,9}:/.test(text)) return null;
  const passwords = text.matchAll(/"(?:password|passphrase)"\s{0,9}:\s{0,9}"([^"]{0,200})"/g);
  return [...passwords].some(([, one = ""]) => looksSecret(one)) ? "secret" : "none";
}
