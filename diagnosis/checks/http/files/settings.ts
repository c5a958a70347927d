import { isCommonPassword } from "./common-password.ts";
import { isStoredPassword, privateKeyIn } from "./credentials.ts";
import { looksSecret } from "./secret-value.ts";

/** One setting of a `.env` file, its quotes and remarks taken off. */
interface Setting {
  readonly name: string;
  readonly value: string;
}

/** A value in quotes may have that many lines; a private key has 50. */
const MAX_VALUE = 8_192;

const MAX_LINES = 2_000;
/** With a colon only what is written as a setting is one: `User-agent: *` is none. */
const LINE =
  /^\s{0,20}(?:export\s{1,9})?([A-Za-z_][\w.-]{0,80}(?=\s{0,9}=)|[A-Z_][A-Z\d_]{0,80}(?=\s{0,9}:\s))\s{0,9}[=:]\s{0,9}(.*)$/;
/** A page, where a file of settings was asked for. */
const MARKUP = /^\s*<(?:[!?]|[a-z])/i;
/** Settings of tools that put the values into the scripts of the page, for everybody to read. */
const FOR_BROWSERS =
  /^(?:VITE|NEXT_PUBLIC|NUXT_PUBLIC|REACT_APP|EXPO_PUBLIC|GATSBY|VUE_APP|PUBLIC|MIX|STORYBOOK|NG_APP)_/;
const PUBLIC =
  /(?:^|_)(?:PUBLIC|PUBLISHABLE|SITE|ANON|CLIENT_ID|MEASUREMENT|MAPS)_|(?:^|_)(?:FIREBASE_(?:WEB_)?API|ALGOLIA_SEARCH(?:_ONLY)?(?:_API)?)_KEY$|^(?:PUSHER|REVERB|ABLY)_APP_KEY$/;
/** What may follow the word that counts: `DB_PASSWORD_PROD`, `API_TOKEN_2`. */
const TRAILER =
  /(?:_(?:PROD|PRODUCTION|LIVE|STAGING|DEV|TEST|MAIN|PRIMARY|MASTER|REPLICA|OLD|NEW|BASE|RO|RW|\d+))+$/;
/** The last word says what a value is: of `PASSWORD_MIN_LENGTH`, a length. */
const SECRET_NAME =
  /(?:^|_)(?:SECRET|SECRETS|PASSWORD|PASSWD|PASS|PWD|PASSPHRASE|TOKEN|PAT|CREDENTIALS?|APIKEY|SALT|SECRET_KEY|[A-Z]*(?:PASSWORD|SECRET|TOKEN)|(?:ACCESS|PRIVATE|ENCRYPTION|SIGNING|API|AUTH|JWT|MASTER|ACCOUNT|STORAGE|HMAC|LICENSE|SERVICE|SESSION|COOKIE|CIPHER|CRYPTO?)_?KEY)$|^APP_KEY$/;
/** Forms that only secrets have. */
const SECRET_FORM =
  /^(?:sk|rk)_live_\w{16,}|^gh[pousr]_\w{30,}|^github_pat_\w{40,}|^glpat-[\w-]{18,}|^xox[abprs]-[\w-]{20,}|^SG\.[\w-]{16,}\.[\w-]{30,}|^sk-[\w-]{30,}|^npm_\w{30,}|^hf_\w{30,}|^whsec_[\w+/=]{24,}|^GOCSPX-[\w-]{20,}|^dop_v1_[\da-f]{60,}|^AGE-SECRET-KEY-1\w{50,}/;
/** Whether it is a token by its form alone, whatever it is called. */
export const isToken = (value: string) => SECRET_FORM.test(value);

/** Addresses at which anyone may write who knows their last part. */
const HOOKS =
  /^https:\/\/(?:hooks\.slack\.com\/services\/T\w{5,}\/B\w{5,}\/(\w{16,})|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d{15,20}\/([\w-]{40,})|api\.telegram\.org\/bot\d{6,12}:([\w-]{30,})|[\w-]+\.webhook\.office\.com\/webhookb2\/[\w@-]{36,}\/IncomingWebhook\/([\da-f]{32}))/;
/** Keys that stand in every visitor's page (Stripe, Mapbox, PostHog, Datadog), and those of a test account. */
const OPEN_FORMS = /^pk_(?:live|test)_|^[rs]k_test_|^pk\.eyJ|^phc_\w|^pub[\da-f]{32}$/;
/** Counters, editors and collectors of faults whose only key stands in the page. */
const OPEN_NAMES =
  /^(?:SENTRY_(?:\w+_)?DSN|\w+_SENTRY_DSN|RAVEN_DSN|MIXPANEL_(?:PROJECT_)?TOKEN|ALGOLIA_API_KEY|(?:AMPLITUDE|TINYMCE|TINY|BUGSNAG|HEAP)_API_KEY|(?:DD|DATADOG|ROLLBAR|FACEBOOK|FB|PADDLE)_CLIENT_TOKEN)$/;
/** A machine makes keys and tokens: a word or a few, with at most a version, is the name of one. */
const NAME_OF_A_KEY =
  /^[a-z]{1,14}(?:[._:-][a-z]{1,14}){0,3}(?:[._-]?v?\d{1,2})?$|^X-[a-z-]{1,40}$/i;
/** Google's keys stand in pages, for maps and the like; those of its models belong to servers alone. */
const OF_GOOGLE = /^AIza[\w-]/;
const OF_MODELS = /GEMINI|GENAI|GENERATIVE|PALM/;
const ADDRESS_WITH_PASSWORD =
  /^(?:jdbc:)?[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@]{0,80}:([^\s/@]{1,200})@[^\s@]+/i;

/** The settings of a `.env` file; empty for anything else, a page that quotes some among it. */
export function settingsOf(text: string): readonly Setting[] {
  if (MARKUP.test(text)) return [];
  if (/^\s*\{/.test(text)) return settingsInJson(text);
  const settings: Setting[] = [];
  let others = 0;
  let openQuote = "";
  for (const line of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .slice(0, MAX_LINES)) {
    // The further lines of a quoted value belong to its setting.
    if (openQuote !== "") {
      const [more = ""] = line.split(openQuote);
      const last = settings.pop();
      if (last) settings.push({ ...last, value: `${last.value}\n${more}`.slice(0, MAX_VALUE) });
      if (line.includes(openQuote)) openQuote = "";
      continue;
    }
    if (/^\s*(?:#|;|\/\/|$)/.test(line)) continue;
    const [, name, rest = ""] = LINE.exec(asAssignment(line)) ?? [];
    if (name === undefined) {
      others += 1;
      continue;
    }
    const quote = /^["'`]/.exec(rest)?.[0] ?? "";
    if (quote !== "" && !rest.slice(1).includes(quote)) openQuote = quote;
    settings.push({ name, value: unquoted(rest, quote).slice(0, MAX_VALUE) });
  }
  return settings.length > others * 4 ? settings : [];
}

/** What other shells and Apache write: `set -x NAME value`, `SetEnv NAME value`, `$env:NAME = value`. */
function asAssignment(line: string): string {
  return line
    .replace(/^\s{0,20}(?:set -[a-zA-Z]{1,4}|setenv|SetEnv)\s{1,9}(\w{1,80})\s{1,9}(?==?)/, "$1=")
    .replace(/^\s{0,20}\$env:(\w{1,80})\s{0,9}=/i, "$1=");
}

function settingsInJson(text: string): readonly Setting[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  // An answer of an interface says in small letters what went wrong; names of settings are of capitals.
  const all = typeof parsed === "object" && parsed !== null ? Object.entries(parsed) : [];
  return all.flatMap(([name, value]) =>
    /^[A-Z][A-Z\d_]{2,80}$/.test(name) && typeof value === "string"
      ? [{ name, value: value.slice(0, MAX_VALUE) }]
      : [],
  );
}

function unquoted(rest: string, quote: string): string {
  if (quote === "") return rest.replace(/(?:^|\s)#.*$/, "").trim();
  const end = rest.indexOf(quote, 1);
  return rest.slice(1, end === -1 ? rest.length : end).trim();
}

/** Whether one of the settings is a secret: by its name and a value that looks like one. */
export function holdsSecret(text: string): boolean {
  return settingsOf(text).some(({ name, value }) => isSecret(name, value));
}

const PASSWORD_NAME = /(?:^|_)[A-Z]*(?:PASSWORD|PASSWD|PASS|PWD|PASSPHRASE)$/;

/**
 * Whether one of the passwords is among those that anyone tries first. It may be an example that nobody uses, or
 * in use and no protection: nothing in the file tells which.
 */
export function holdsCommonPassword(text: string): boolean {
  return settingsOf(text).some(({ name, value }) => {
    const known = name.toUpperCase().replaceAll(/[.-]/g, "_").replace(TRAILER, "");
    const password = ADDRESS_WITH_PASSWORD.exec(value)?.[1];
    if (password !== undefined) return isCommonPassword(password);
    if (connectionPasswords(value).some(isCommonPassword)) return true;
    return PASSWORD_NAME.test(known) && isCommonPassword(value);
  });
}

/** Connections are told in a line; a longer value is something else. */
const MAX_CONNECTION = 2_000;
/** Of Go's drivers: `shop:password@tcp(db:3306)/shop`. */
const OF_GO = /^[^\s:/@]{1,80}:([^\s/@]{1,200})@(?:tcp|unix)\d?\(/;
/** Of a connection's settings in a row: `Server=db;Password=…`, `host=db password=…`, `?user=a&password=…`. */
const IN_A_ROW =
  /(?:^|[;&?\s])(?:password|pwd|accountkey|sharedaccesskey|sharedsecret)\s{0,9}=\s{0,9}["']?([^;&\s"']{1,400})/gi;

function connectionPasswords(value: string): readonly string[] {
  if (value.length > MAX_CONNECTION) return [];
  const one = OF_GO.exec(value)?.[1];
  const isRow = /(?:^|[;&?\s])\w[\w ]{0,40}=[^;&\s]+[;&\s]+\w[\w ]{0,40}=/.test(value);
  const row = isRow ? [...value.matchAll(IN_A_ROW)].map(([, password = ""]) => password) : [];
  return one === undefined ? row : [one, ...row];
}

/** A key as its file has it: its lines' ends are often written out, or blanks. */
function unfolded(value: string): string {
  return value
    .slice(value.indexOf("-----BEGIN"))
    .replaceAll("\\n", "\n")
    .replaceAll(/(-----)[ \t]+/g, "$1\n")
    .replaceAll(/[A-Za-z\d+/=]{64}(?=[A-Za-z\d+/=])/g, "$&\n");
}

function isSecret(name: string, value: string): boolean {
  const known = name.toUpperCase().replaceAll(/[.-]/g, "_");
  if (FOR_BROWSERS.test(known) || OPEN_NAMES.test(known)) return false;
  const password = ADDRESS_WITH_PASSWORD.exec(value)?.[1];
  if (password !== undefined) return looksSecret(password);
  const hook = HOOKS.exec(value)
    ?.slice(1)
    .find((part) => part !== undefined);
  if (hook !== undefined) return looksSecret(hook);
  if (connectionPasswords(value).some(looksSecret) || isStoredPassword(value)) return true;
  if (value.includes("PRIVATE KEY-----")) return privateKeyIn(unfolded(value)) === "plain";
  if (isToken(value)) return looksSecret(value);
  if (PUBLIC.test(known) || OPEN_FORMS.test(value)) return false;
  if (OF_GOOGLE.test(value) && !OF_MODELS.test(known)) return false;
  const wanted = known.replace(TRAILER, "");
  const isNamed = /(?:KEY|TOKEN)$/.test(wanted) && NAME_OF_A_KEY.test(value);
  return SECRET_NAME.test(wanted) && !isNamed && looksSecret(value);
}
