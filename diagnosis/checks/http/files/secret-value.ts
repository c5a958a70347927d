/**
 * Words of which placeholders are made. A value of nothing else (`change-this-password`, `your_api_key_here`)
 * is none, whatever its separators.
 */
const WORDS: readonly string[] = (
  "a abc abcd above access account add admin airflow allow allowed always an any api app as ask at auth " +
  "aws bar baz be before blank build by byte bytes cassandra change changeit changeme character characters " +
  "chars client config const cookie credential credentials database db de deadbeef debug default defined " +
  "deploy dev development directus disabled django docker drupal dummy duper elastic elasticsearch empty " +
  "enabled enter env example fake false fill fixme flask foo for forge from fuga geheim generate generated " +
  "get ghost gitea gitlab goes grafana guest hash hasura here hex hidden hoge homestead hub in insecure " +
  "insert is it joomla jwt kafka key keycloak kibana laravel last later least less letmein local localhost " +
  "localstack long magento mail managed manager mariadb masked me mercure metabase minimum minio mongo " +
  "mongodb mot motdepasse mssql must my mysql na name never new nextauth nextcloud nil no none not null " +
  "odoo of off on one only openssl optional or oracle output owner pass passphrase passwd password " +
  "passwort paste phrase piyo placeholder please postgres postgresql prod production put pw pwd rabbit " +
  "rabbitmq rails rand random real redacted redis removed replace required root run safe sail same sample " +
  "secret secrets secure see senha session set shared should smtp some something sonar soon staging stars " +
  "stored strapi string strings strong supabase super superset symfony tbc tbd template terraform test " +
  "testing text that the this to todo token top true undefined unique unknown unsafe unset update use user " +
  "username vagrant value vault very want wiki with wordpress xxx yes you your"
).split(" ");
const KNOWN: ReadonlySet<string> = new Set(WORDS);
const LONGEST = Math.max(...WORDS.map(({ length }) => length));

/** What is filled in elsewhere: variables, templates, names in a vault, files with the value. */
const ELSEWHERE = [
  /^\$\{|\$\{[\w.:-]{1,80}\}$|^\$\(|^\$[A-Za-z_]\w*$|^%\w+%$|\{\{|^<[^>]*>$|^\[[^\]]*\]$|^__\w+__$|^@Microsoft\./,
  /^\{[A-Z][A-Z\d_]*\}$|^\{cipher\}|^\$ANSIBLE_VAULT;/,
  /^(?:process\.env|os\.(?:environ|getenv)|System\.getenv|getenv|env|ENV|config|secrets?)\b[.[(]/,
  // What a shell would run.
  /^(?:cat|aws|gcloud|az|vault|op|pass|openssl|security|kubectl|docker|sops|php|node|python3?) \S/,
  /^(?:vault|op|ssm|sm|arn|secretref|awssm|gcpsm|doppler|keyring|bws|ref\+\w+):|^!\w+ |^ENC[[(]|^encrypted:/i,
  /^@?[\w-]{0,20}(?:vault|kms|secrets?-?manager|keychain|infisical|conjur|credstash)[\w-]{0,20}[:(]|^projects\/[\w-]+\/secrets\//i,
  /^(?:file:)?(?:~?[\w. -]*\/){0,12}[\w. -]+\.(?:pem|key|txt|json|crt|cer|p8|p12|pfx|jks|env|ya?ml)$/i,
  /^(?:~|[a-z]:)[\\/]|^\/(?:run|etc|var|home|mnt|opt|vault|secrets|usr|app|srv)\//i,
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
  "fake secret secrets vault managed manager terraform ansible key keys password passwd token here byte bytes char chars character characters random generate generated real build unused by from via ask see not for your".split(
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
  "01234567890123456789abcdefghijklmnopqrstuvwxyzqwertyuiop 1234567890abcdef0123456789abcdef0123456789abcdef";
/** What manuals write where a secret belongs. */
const OF_MANUALS =
  /^(?:base64:|s+h{3,}|keyboard cat|correct[ -]horse[ -]battery[ -]staple|s?[$e]+cretf0rt3st|123e4567-e89b-12d3-a456-426614174000)$|\.{3}|…/i;
/**
 * Keys that their makers publish for everybody's tests: JWT's first part alone and its well-known example,
 * Supabase's for a machine of one's own, captchas', the emulators' of Azure, Hardhat's first account.
 */
const FOR_TESTS =
  /^eyJ[\w-]*$|^eyJ[\w-]+\.eyJ(?:zdWIiOiIxMjM0NTY3ODkwI|pc3MiOiJzdXBhYmFzZS1kZW1v)|^6LeIxAcTAAAAA|^[123]x0{20}|^0x0+$|^Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6|^C2y6yDjf5\/R\+ob0N8A7Cgv30VRDJIWEHLM|^(?:0x)?ac0974bec39a17e36ba4a6b4d238ff94/;
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
  if (OF_MANUALS.test(text) || FOR_TESTS.test(text) || isTelling(text)) return false;
  if (METHOD.test(text) || isRow(text.toLowerCase())) return false;
  if (ELSEWHERE.some((form) => form.test(text))) return false;
  if ([TELLS, TELLS_JOINED, TELLS_ELSEWHERE].some((words) => words.test(text))) return false;
  const written = text
    .replace(/[\W\d_]+$/, "")
    .replaceAll(/[@$01345]/g, (sign) => LETTERS[sign] ?? sign);
  // Many digits at the end are what makes it one: only short rows of them are decoration.
  const forms = [text, text.replace(/^base64:/, ""), ...(isShort(text) ? [written] : [])];
  return !forms.some(isMadeOfWords);
}

/** One sign again and again, a row of the keyboard or of the alphabet, in parts too: `aaaa-bbbb`, `abcd1234efgh5678`. */
function isRow(text: string): boolean {
  const isOne = (part: string) => /^(.{1,2}?)\1*$/.test(part) || SEQUENCE.includes(part);
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

/** Words and short numbers between hyphens, blanks or underscores, and one of them tells. */
function isTelling(text: string): boolean {
  const parts = text
    .toLowerCase()
    .replace(/[!?.*]+$/, "")
    .split(/[-_ ]+/);
  const isText = parts.length > 1 && parts.every((part) => /^(?:[a-z]{1,20}|\d{1,3})$/.test(part));
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
