/**
 * Words of which placeholders are made. A value of nothing else (`change-this-password`, `your_api_key_here`)
 * is none, whatever its separators.
 */
const WORDS: readonly string[] = (
  "a abc abcd access account add admin an api app at auth aws bar baz be blank change changeit changeme " +
  "characters chars client config const cookie database db deadbeef debug default dev development disabled " +
  "dummy empty enabled enter env example fake false fill fixme foo for from fuga generate generated get goes " +
  "guest hash here hidden hoge homestead in insecure insert is it jwt key laravel least less letmein local " +
  "localhost long mail masked me minimum must my mysql na name new nil no none not null of off on one only " +
  "optional or output owner pass passphrase passwd password paste phrase piyo placeholder please postgres " +
  "postgresql prod production put pw pwd random real redacted redis removed replace required root run safe " +
  "same sample secret secrets secure session set should some something staging stars stored string strings " +
  "strong super tbd template test testing text that the this to todo token true undefined unique unsafe " +
  "unset update use user username value very want with xxx yes you your"
).split(" ");
const KNOWN: ReadonlySet<string> = new Set(WORDS);
const LONGEST = Math.max(...WORDS.map(({ length }) => length));

/** What is filled in elsewhere: variables, templates, names in a vault, files with the value. */
const ELSEWHERE = [
  /^\$\{|\$\{[\w.:-]{1,80}\}$|^\$\(|^\$[A-Za-z_]\w*$|^%\w+%$|\{\{|^<[^>]*>$|^\[[^\]]*\]$|^__\w+__$|^@Microsoft\./,
  /^(?:vault|op|ssm|sm|arn|secretref|awssm|gcpsm|doppler|keyring|bws|ref\+\w+):|^!\w+ |^ENC[[(]|^encrypted:/i,
  /^(?:file:|\.{0,2}\/)[\w./-]*\.(?:pem|key|txt|json|crt|cer|p8|p12|env|ya?ml)$|^\/(?:run|etc|var|home|mnt|opt|vault|secrets|usr|app|srv)\//i,
  /^https?:\/\/[^@\s]*$/i,
];
const TELLS =
  /example|placeholder|change[ _-]?(?:me|this|it)\b|your[ _-]|redacted|x{4}|\*{3}|dummy/i;
/** The same in Japanese: "enter here", "change", "password", "sample". */
const TELLS_JAPANESE = /入力|変更|ここに|パスワード|サンプル|任意|例[:：）)]/;
const SEQUENCE =
  "01234567890123456789abcdefghijklmnopqrstuvwxyzqwertyuiop 1234567890abcdef0123456789abcdef0123456789abcdef";
/** What manuals write where a secret belongs. */
const OF_MANUALS = /^(?:base64:|s+h{3,}|keyboard cat)$|\.{3}|…/i;
/** Signs that stand for letters in words that are none: "p@ssw0rd", "s3cr3t". */
const LETTERS: Readonly<Record<string, string>> = {
  "@": "a",
  $: "s",
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
};

/**
 * Whether a value is one that somebody keeps secret, and not empty, a placeholder, a reference to another
 * place, a number of a policy or a switch.
 */
export function looksSecret(value: string): boolean {
  const text = value.trim();
  if (!/[\p{L}\p{N}]/u.test(text) || text.length < 4) return false;
  if (/^[\d.]{1,7}(?:ms|[smhdwy])?$/i.test(text)) return false;
  if (OF_MANUALS.test(text)) return false;
  if (/^(.{1,2})\1+$/.test(text.replaceAll("-", "")) || SEQUENCE.includes(text.toLowerCase()))
    return false;
  if (ELSEWHERE.some((form) => form.test(text))) return false;
  if (TELLS.test(text) || TELLS_JAPANESE.test(text)) return false;
  const written = text
    .replace(/[\W\d_]+$/, "")
    .replaceAll(/[@$01345]/g, (sign) => LETTERS[sign] ?? sign);
  // Many digits at the end are what makes it one: only short rows of them are decoration.
  const forms = [text, text.replace(/^base64:/, ""), ...(isShort(text) ? [written] : [])];
  return !forms.some(isMadeOfWords);
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

/** Random digits among words ("test-83920174655") make a value of their own. */
function isShort(text: string): boolean {
  return text.replaceAll(/\D/g, "").length < 6;
}

function isSequence(letters: string): boolean {
  const ends = [true];
  for (let end = 1; end <= letters.length; end += 1)
    for (let start = Math.max(0, end - LONGEST); start < end && !ends[end]; start += 1)
      ends[end] = (ends[start] ?? false) && KNOWN.has(letters.slice(start, end));
  return ends[letters.length] ?? false;
}
