import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";
import { codeLength } from "@sekimori/portal-contract/constants";

/** Keyed digests of values that are too short or too guessable for a plain hash. */
export interface Digests {
  /** Key of the CSRF tokens. */
  readonly csrfSecret: string;
  /** Key of the captcha's own challenges. */
  readonly captchaSecret: string;
  /** Key of the digests that limits are counted under. */
  readonly limitSecret: string;
  /** Seed of the key that signs the audit log's checkpoints; the same for ever. */
  readonly auditSeed: Buffer;
  /** What an address is found by; the address is in lower case already. */
  email(address: string): string;
  /**
   * What a part of personal data is looked for by, for ever: the first 64 bits of a digest, as the
   * signed number that a row holds. Whatever is found by it is opened and compared.
   *
   * @param kind what it is a part of, so that equal texts of two kinds have nothing in common
   */
  searched(kind: string, text: string): string;
  /** What a card's trial is remembered by, for ever; from the payment company's fingerprint. */
  card(fingerprint: string): string;
  /**
   * What is kept of a six-digit code. `scope` names what it is for and whose ("otp:" + id), so
   * that a code of one sign-in is worth nothing in another.
   */
  code(scope: string, code: string): string;
  /** Compares a typed code with the kept digest, in constant time. */
  isCode(scope: string, code: string, kept: string | null): boolean;
  /** What is kept of an account's recovery code, for as long as nobody uses it. */
  recoveryCode(accountId: string, code: string): string;
  /** What authenticators know an account by: 64 bytes in base64url, the same for ever. */
  passkeyUser(accountId: string): string;
  /** An unguessable token of 43 characters that can be made again from the same subject. */
  token(purpose: string, subject: string): string;
  /** Six digits that can be made again from the same subject, and from nothing else. */
  digits(purpose: string, subject: string): string;
  /** A new token for a browser: 128 random bits, and as many that show it is one of ours. */
  newDeviceToken(): string;
  /** Whether a token was made by `newDeviceToken`; nothing has to be looked up for that. */
  isDeviceToken(token: string): boolean;
}

// A key object, not its bytes: Node would make one of them at every use, which costs seven times
// what the digest does.
function derive(secret: string, purpose: string): KeyObject {
  const bytes = hkdfSync("sha256", secret, "", `sekimori portal ${purpose}`, 32);
  return createSecretKey(Buffer.from(bytes));
}

function hmac(key: KeyObject, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/**
 * @param secret signs what lives for minutes or hours.
 * @param lookupSecret keys the addresses' digests and must stay the same for ever.
 */
export function createDigests(secret: string, lookupSecret: string): Digests {
  const codeKey = derive(secret, "codes");
  const tokenKey = derive(secret, "tokens");
  const emailKey = derive(lookupSecret, "addresses");
  const searchKey = derive(lookupSecret, "searches");
  const cardKey = derive(lookupSecret, "cards");
  const deviceKey = derive(lookupSecret, "devices");
  const recoveryKey = derive(lookupSecret, "recovery codes");
  const passkeyUserKey = derive(lookupSecret, "passkey users");
  const sealedDevice = (random: Buffer) =>
    Buffer.concat([
      random,
      createHmac("sha256", deviceKey).update(random).digest().subarray(0, 16),
    ]);
  const code = (scope: string, digits: string) => hmac(codeKey, `${scope}\n${digits}`);
  return {
    csrfSecret: derive(secret, "csrf").export().toString("base64url"),
    captchaSecret: derive(secret, "captcha").export().toString("base64url"),
    limitSecret: derive(secret, "limits").export().toString("base64url"),
    auditSeed: derive(lookupSecret, "audit checkpoints").export(),
    email: (address) => hmac(emailKey, address),
    searched: (kind, text) =>
      createHmac("sha256", searchKey)
        .update(`${kind}\n${text}`)
        .digest()
        .readBigInt64BE()
        .toString(),
    card: (fingerprint) => hmac(cardKey, fingerprint),
    code,
    isCode(scope, digits, kept) {
      // Compared with itself when there is none, so that the time tells nothing.
      const given = Buffer.from(code(scope, digits));
      const expected = kept === null ? given : Buffer.from(kept);
      return given.length === expected.length && timingSafeEqual(given, expected) && kept !== null;
    },
    recoveryCode: (accountId, given) => hmac(recoveryKey, `${accountId}\n${given}`),
    passkeyUser: (accountId) =>
      createHmac("sha512", passkeyUserKey).update(accountId).digest("base64url"),
    token: (purpose, subject) => hmac(tokenKey, `${purpose}\n${subject}`),
    digits(purpose, subject) {
      const bytes = createHmac("sha256", codeKey).update(`${purpose}\n${subject}`).digest();
      // 48 bits: a million goes into them so often that no code is likelier than another.
      return String(bytes.readUIntBE(0, 6) % 10 ** codeLength).padStart(codeLength, "0");
    },
    newDeviceToken: () => sealedDevice(randomBytes(16)).toString("base64url"),
    isDeviceToken(token) {
      const given = Buffer.from(token, "base64url");
      // One spelling only: the last character has two bits that mean nothing.
      const isWhole = given.length === 32 && given.toString("base64url") === token;
      return isWhole && timingSafeEqual(given, sealedDevice(given.subarray(0, 16)));
    },
  };
}

/** A new random code of six digits. */
export function newCode(): string {
  return String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
}
