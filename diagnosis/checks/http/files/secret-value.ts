import { createHash } from "node:crypto";
import placeholders from "../../../data/placeholder-words.json" with { type: "json" };
import { isCommonPassword, spelled } from "./common-password.ts";

/**
 * Words of which placeholders are made. A value of nothing else (`change-this-password`, `your_api_key_here`)
 * is none, whatever its separators.
 */
const WORDS: readonly string[] = placeholders.entries;
const KNOWN: ReadonlySet<string> = new Set(WORDS);
const LONGEST = Math.max(...WORDS.map(({ length }) => length));

/** What is filled in elsewhere: variables, templates, names in a vault, files with the value. */
const ELSEWHERE = [
  /^\$\{|\$\{[\w.:-]{1,80}\}$|^\$\(|^\$[A-Za-z_]\w*$|^%[\w.]+%|\{\{|^<[^>]*>$|^\[[^\]]*\]$|^__\w+__$|^@Microsoft\./,
  /^\{[A-Z][A-Z\d_]*\}$|^\{cipher\}|^\$ANSIBLE_VAULT;/,
  /^(?:process\.env|os\.(?:environ|getenv)|System\.getenv|getenv|env|ENV|config|secrets?)\b[.[(]/,
  // What a shell would run.
  /^(?:cat|aws|gcloud|az|vault|op|pass|openssl|security|kubectl|docker|sops|php|node|python3?) \S/,
  /^(?:vault|op|ssm|sm|arn|aws|gcp|azure|secretref|awssm|gcpsm|doppler|keyring|bws|ref\+\w+):|^!\w+ |^ENC[[(]|^encrypted:/i,
  /^@?[\w-]{0,20}(?:vault|kms|secrets?-?manager|keychain|infisical|conjur|credstash)[\w-]{0,20}[:(]|^projects\/[\w-]+\/secrets\//i,
  /^(?:file:)?(?:~?[\w. -]*\/){0,12}[\w. -]+\.(?:pem|key|txt|json|crt|cer|p8|p12|pfx|jks|env|ya?ml)$/i,
  /^(?:~|[a-z]:)[\\/]|^\/(?:run|etc|var|home|mnt|opt|vault|secrets|usr|app|srv)\//i,
  // A pattern of files' names: `*.log`, `src/**/*.ts`.
  /^(?:[\w.-]*\/)*[\w.-]*\*{1,2}(?:\/[\w.*-]*)*(?:\.[\w{},]{1,9})?$/,
  // An address without a name and a password, of whatever scheme.
  /^[a-z][a-z\d+.-]{1,30}:\/\/[^@\s]*$/i,
  // A path of words: `/oauth/token`, `secret/data/shop#password`.
  /^(?:\/|[a-z]+(?:[_-][a-z]+)*\/)(?:(?:[a-z]+(?:[_-][a-z]+)*|v?\d{1,3})(?:\/|$|#\w+$)){1,12}$/,
];
const TELLS =
  /example|placeholder|change[ _-]?(?:me|this|it)\b|your[ _-]|redacted|x{4}|\*{3}|dummy/i;
const TELLS_JOINED =
  /\b(?:[a-z]{0,12}_)?your[A-Z]|(?:^|[^A-Za-z])(?:[Cc]hange|[Rr]eplace|[Ss]et|[Ee]dit|[Ff]ill|[Uu]pdate|[Ii]nsert|[Ee]nter)(?:Me|This|It|In|With|Your)(?![a-z])/;
/** Of a text of words between hyphens, one by which it is no passphrase: `from-secret-manager`, `set_by_terraform`. */
const TELLING_WORDS = new Set(
  "fake secret secrets credential credentials vault managed manager terraform ansible key keys password passwd token here byte bytes char chars character characters random generate generated real build unused by from via ask see not for your".split(
    " ",
  ),
);
/** The same in other languages: "enter here", "change", "password", "sample". */
const TELLS_ELSEWHERE =
  /[\p{Script=Hiragana}\p{Script=Katakana}]|例[:：）)]|密[码碼]|请|비밀번호|입력|пароль|contraseña|mot de passe/iu;
/** Names of methods: "argon2id", "HS256", "aes-256-gcm". */
const METHOD =
  /^(?:argon2(?:id|i|d)?|[bs]crypt|pbkdf2|md5|(?:hmac-?)?sha-?\d{1,3}|[hrep]s\d{3}|aes-?\d{3}(?:-\w{3})?|bearer|basic|digest)$/i;
const SEQUENCE =
  "01234567890123456789012345678901234567890123456789012345678901234567890123456789abcdefghijklmnopqrstuvwxyzqwertyuiop 1234567890abcdef0123456789abcdef0123456789abcdef";
/** What manuals write where a secret belongs. */
const OF_MANUALS =
  /^(?:base64:|s+h{3,}|keyboard cat|correct[ -]horse[ -]battery[ -]staple|s?[$e]+cretf0rt3st)$|\.{3}|…/i;
/**
 * Keys that their makers publish for everybody's tests: JWT's first part alone and its well-known example,
 * Supabase's for a machine of one's own, captchas', the emulators' of Azure, Hardhat's ten accounts, the
 * examples in the manuals of Telegram and FastAPI, and the key of Laravel's packages.
 */
const FOR_TESTS =
  /^eyJ[\w-]*$|^eyJ[\w-]+\.eyJ(?:zdWIiOiIxMjM0NTY3ODkwI|pc3MiOiJzdXBhYmFzZS1kZW1v)|^6LeIxAcTAAAAA|^[123]x0{20}|^0x0+$|^Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6|^C2y6yDjf5\/R\+ob0N8A7Cgv30VRDJIWEHLM|^(?:0x)?(?:ac0974bec39a17e3|59c6995e998f97a5|5de4111afa1a4b94|7c852118294e51e6|47e179ec19748859|8b3a350cf5c34c91|92db14e403b83dfe|4bbbf85ce3377467|dbda1821b80551c9|2a871d0798f97d79)[0-9a-f]{48}$|^123456:ABC-DEF1234ghIkl|^110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw$|^base64:2fl\+Ktvkfl\+Fuz4Qp\/A75G2RTiWVA\/|^09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7$/;
/** Identifiers that RFC 9562, Swagger's editor and manuals print where one belongs. */
const EXAMPLE_IDS =
  /^(?:123e4567-e89b-12d3-a456-426614174\d{3}|3fa85f64-5717-4562-b3fc-2c963f66afa6|550e8400-e29b-41d4-a716-446655440000|f47ac10b-58cc-4372-a567-0e02b2c3d479|6ba7b81[0-4]-9dad-11d1-80b4-00c04fd430c8|f81d4fae-7dec-11d0-a765-00a0c91e6bf6|9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d)$/i;
/** What is hashed where nothing is meant. */
const HASHED = ["", "a", "test", "secret", "password", "changeme", "admin", "123456", "hello"];
let hashes: ReadonlySet<string> | undefined;

/** The sum of nothing or of a word of placeholders, by the lengths that sums have. */
function isKnownHash(text: string): boolean {
  if (!/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(text)) return false;
  hashes ??= new Set(
    ["md5", "sha1", "sha256", "sha512"].flatMap((kind) =>
      HASHED.map((word) => createHash(kind).update(word).digest("hex")),
    ),
  );
  return hashes.has(text.toLowerCase());
}

/** Base64 of readable text; a machine's secret is readable in no form. */
function readableIn(text: string): string | null {
  const encoded = text.replace(/^base64:/, "");
  if (encoded.length < 8 || !/^[A-Za-z\d+/_-]+={0,2}$/.test(encoded)) return null;
  const decoded = Buffer.from(encoded, "base64");
  const isWhole = decoded.toString("base64").replace(/=+$/, "") === encoded.replace(/=+$/, "");
  const plain = decoded.toString("latin1").trim();
  return isWhole && /^[\x20-\x7e]{4,}$/.test(plain) ? plain : null;
}

/**
 * Whether a value is one that somebody keeps secret, and not empty, a placeholder, a reference to another
 * place, a number of a policy or a switch.
 */
export function looksSecret(value: string): boolean {
  const text = value.trim();
  if (!/[\p{L}\p{N}]/u.test(text) || text.length < 4) return false;
  if (/^[\d.]{1,7}(?:ms|[smhdwy])?$/i.test(text)) return false;
  if (OF_MANUALS.test(text) || FOR_TESTS.test(text) || isTelling(text)) return false;
  if (isCommonPassword(text) || EXAMPLE_IDS.test(text) || isKnownHash(text)) return false;
  const readable = readableIn(text);
  if (readable !== null && !looksSecret(readable)) return false;
  if (METHOD.test(text) || isRow(text.toLowerCase()) || isReadable(text)) return false;
  if (ELSEWHERE.some((form) => form.test(text))) return false;
  if ([TELLS, TELLS_JOINED, TELLS_ELSEWHERE].some((words) => words.test(text))) return false;
  const written = spelled(text.replace(/[\W\d_]+$/, ""));
  // Many digits at the end are what makes it one: only short rows of them are decoration.
  const forms = [text, text.replace(/^base64:/, ""), ...(isShort(text) ? [written] : [])];
  return !forms.some(isMadeOfWords);
}

/** Names of methods and forms that have a number in them. */
const NUMBERED =
  /^(?:base(?:32|58|64)|utf8|sha\d{1,3}|md5|aes\d{3}|hs\d{3}|rs\d{3}|v\d{1,3}|1password|k8s|oauth2)$/;
/** A password for one program, as Google and Apple make it: four times four letters. */
const OF_MAIL = /^(?:[a-z]{4}[ -]){3}[a-z]{4}$/;
/** Capitals as people set them: none, all, the first of a word. */
const CAPITALS = /^(?:\p{Lu}*|\p{Lu}?[^\p{Lu}]+(?:\p{Lu}[^\p{Lu}]+)*)$/u;
const DATE = /\d{4}-\d\d-\d\d/g;
/** Pairs of letters that words of no language have in its Latin spelling, and six consonants in a row. */
const UNSPEAKABLE =
  /[^aeiouyà-ÿ]{6}|q(?![ua]|$)|j[^aeiouyn]|v[^aeiouyrv]|[bdfgkpvwz][qxj]|x[bdgjkmnqrvwxz]|z[bdfgjkmnpqrvx]|^[^aeiouyà-ÿ]{4}/;

/**
 * Words of any language, with short numbers and dates between them, and nothing else (`cambiar_esto`,
 * `bitte-aendern`, `minimum_32_chars`). A person may have chosen them as a password; nothing in them shows
 * it, and what is not shown is not claimed.
 */
function isReadable(text: string): boolean {
  if (OF_MAIL.test(text)) return false;
  const written = text.replaceAll(DATE, " ").match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!written.every((part) => /\d/.test(part) || CAPITALS.test(part))) return false;
  const parts = written
    .flatMap((part) => part.split(/(?<=\p{Ll})(?=\p{Lu})/u))
    .map((part) => part.toLowerCase());
  const words = parts.filter((part) => /^\p{L}+$/u.test(part));
  // As chance sets capitals, they cut a text into ever smaller parts.
  const letters = words.join("").length;
  const isText = words.length < 2 || (letters >= 3 * words.length && words.some(isLong));
  return isText && parts.every((part) => isNumber(part) || isSpeakable(part));
}

const isLong = (word: string) => word.length > 3;
const isNumber = (part: string) =>
  /^\d{1,3}$/.test(part) || (/^\d+$/.test(part) && SEQUENCE.includes(part)) || NUMBERED.test(part);

function isSpeakable(part: string): boolean {
  if (!/^\p{L}+$/u.test(part)) return false;
  if (part.length <= 3 || /[^a-zà-ÿ]/.test(part) || isSequence(part)) return true;
  const vowels = part.replaceAll(/[^aeiouyà-ÿ]/g, "").length / part.length;
  return part.length <= 20 && vowels >= 0.2 && vowels <= 0.75 && !UNSPEAKABLE.test(part);
}

/**
 * One sign or one block of signs again and again, a row of the keyboard or of the alphabet in either direction, its
 * signs doubled, bytes that count up: in parts too, as `aaaa-bbbb`, `abcd1234efgh5678`.
 */
function isRow(text: string): boolean {
  const isOne = (part: string) =>
    /^(.{1,2}?)\1*$|^([0-9a-f]{1,8})\2+$/.test(part) ||
    [part, [...part].reverse().join(""), part.replaceAll(/(.)\1/g, "$1")].some((row) =>
      SEQUENCE.includes(row),
    ) ||
    (part.length > 15 && new Set(part.replace(/^0x/, "")).size <= 2) ||
    countsUp(part);
  // A letter or three and a row, and rows after each other: "sa123456", "abc123xyz789".
  const runs = text.match(/[a-z]+|\d+/g) ?? [];
  const isRuns = text === runs.join("") && runs.every((run) => run.length > 2 && isOne(run));
  if (isRuns || (/^[a-z]{1,3}\d{5,}$/.test(text) && isOne(text.replace(/^[a-z]+/, ""))))
    return true;
  const parts = text.split("-").filter(Boolean);
  const [letters, digits] = [text.replaceAll(/[^a-z]/g, ""), text.replaceAll(/\D/g, "")];
  return (
    isOne(parts.join("")) ||
    (parts.length > 1 && parts.every(isOne)) ||
    (text === parts.join("") &&
      letters.length > 3 &&
      digits.length > 3 &&
      isOne(letters) &&
      isOne(digits) &&
      /^[a-z\d]+$/.test(text))
  );
}

/** Bytes in hexadecimal, each the one before and one more. */
function countsUp(text: string): boolean {
  const bytes = (/^(?:[0-9a-f]{2}){8,}$/.test(text) && text.match(/../g)) || [];
  const numbers = bytes.map((byte) => Number.parseInt(byte, 16));
  return (
    numbers.length > 0 && numbers.every((one, at) => at === 0 || one === (numbers[at - 1] ?? 0) + 1)
  );
}

/** Words and short numbers between hyphens, blanks or underscores, and one of them tells; a store's mark may follow. */
function isTelling(text: string): boolean {
  const parts = text
    .toLowerCase()
    .replace(/[!?.*]+$/, "")
    .split(/[-_ ]+/);
  const words =
    /^[0-9a-f]{4,6}$/.test(parts.at(-1) ?? "") && parts.length > 2 ? parts.slice(0, -1) : parts;
  const isText = words.length > 1 && words.every((part) => /^(?:[a-z]{1,20}|\d{1,4})$/.test(part));
  return isText && parts.some((part) => TELLING_WORDS.has(part));
}

/** Letters are only known words, one after the other; digits and signs around them add nothing. */
function isMadeOfWords(text: string): boolean {
  const parts = text
    .toLowerCase()
    .slice(0, 200)
    .split(/[^a-z]+/)
    .filter(Boolean);
  return (
    parts.length > 0 && /^[\x20-\x7e]+$/.test(text) && isShort(text) && parts.every(isSequence)
  );
}

/** Random digits among words ("test-83920174655") make a value of their own; a row of them does not. */
function isShort(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "");
  return digits.length < 6 || SEQUENCE.includes(digits);
}

function isSequence(letters: string): boolean {
  const ends = [true];
  for (let end = 1; end <= letters.length; end += 1)
    for (let start = Math.max(0, end - LONGEST); start < end && !ends[end]; start += 1)
      ends[end] = (ends[start] ?? false) && KNOWN.has(letters.slice(start, end));
  return ends[letters.length] ?? false;
}
