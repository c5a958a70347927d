import { hasRows, isArchive, isDump, isSql, sourcesIn } from "./backups.ts";
import {
  holdsAwsSecret,
  isAwsCredentials,
  isPasswordFile,
  privateKeyIn,
  uploadSettings,
  wordpressPassword,
} from "./credentials.ts";
import {
  holdsMercurialPassword,
  holdsPassword,
  isBazaarReadme,
  isGitConfig,
  isGitHead,
  isMercurialRequires,
  isMercurialSettings,
  isSubversionDatabase,
  isSubversionEntries,
} from "./repositories.ts";
import { isPhpInfo, isServerStatus, propertiesIn, showsValues } from "./server-pages.ts";
import { holdsCommonPassword, holdsSecret, settingsOf } from "./settings.ts";

/** `guessable`: a password that anyone tries first; whether it is in use the file doesn't tell. */
type Weight = "critical" | "high" | "medium" | "guessable";

/** A file that should never be public, and what only its real contents look like. */
export interface FileSignature {
  readonly path: string;
  readonly weight: Weight;
  readonly matches: (text: string) => boolean;
}

type Rule = readonly [weight: Weight, matches: (text: string) => boolean];

const SETTINGS: readonly Rule[] = [
  ["critical", holdsSecret],
  ["guessable", holdsCommonPassword],
  ["medium", (text) => settingsOf(text).length > 0],
];
const WORDPRESS: readonly Rule[] = [
  ["critical", (text) => wordpressPassword(text) === "secret"],
  ["guessable", (text) => wordpressPassword(text) === "common"],
  ["medium", (text) => wordpressPassword(text) === "none"],
];
const DUMP: readonly Rule[] = [
  ["critical", (text) => isDump(text) && hasRows(text)],
  ["medium", (text) => isDump(text) || isSql(text)],
];
const KEY: readonly Rule[] = [
  ["critical", (text) => privateKeyIn(text) === "plain"],
  ["high", (text) => privateKeyIn(text) === "encrypted"],
];
const PHP_INFO: readonly Rule[] = [["medium", isPhpInfo]];

/**
 * Asked for one by one, nothing else ever (OWASP ASVS 5.0 13.4.1). The first match of a path counts. Critical
 * is a secret that was read, never the file alone.
 */
const FILES: Readonly<Record<string, readonly Rule[]>> = {
  "/.git/HEAD": [["high", isGitHead]],
  "/.env": SETTINGS,
  "/.env.local": SETTINGS,
  "/.env.production": SETTINGS,
  "/.env.bak": SETTINGS,
  "/.svn/entries": [["high", isSubversionEntries]],
  "/.svn/wc.db": [["high", isSubversionDatabase]],
  "/.hg/requires": [["high", isMercurialRequires]],
  "/.hg/hgrc": [
    ["critical", (text) => isMercurialSettings(text) && holdsMercurialPassword(text)],
    ["high", isMercurialSettings],
  ],
  "/.bzr/README": [["high", isBazaarReadme]],
  "/server-status": [["medium", isServerStatus]],
  "/phpinfo.php": PHP_INFO,
  "/info.php": PHP_INFO,
  "/.git/config": [
    ["critical", (text) => isGitConfig(text) && holdsPassword(text)],
    ["high", isGitConfig],
  ],
  "/wp-config.php.bak": WORDPRESS,
  "/wp-config.php~": WORDPRESS,
  "/index.php~": [["medium", (text) => /^\s*<\?php\b/.test(text)]],
  "/backup.sql": DUMP,
  "/dump.sql": DUMP,
  "/backup.zip": [
    ["high", (text) => isArchive(text) && sourcesIn(text)],
    ["medium", isArchive],
  ],
  "/.htpasswd": [["critical", isPasswordFile]],
  "/id_rsa": KEY,
  "/server.key": KEY,
  "/.aws/credentials": [
    ["critical", holdsAwsSecret],
    ["medium", isAwsCredentials],
  ],
  "/.DS_Store": [["medium", (text) => text.startsWith("\0\0\0\u0001Bud1")]],
  "/actuator/env": [
    ["critical", (text) => holdsSecret(propertiesIn(text))],
    ["high", showsValues],
    ["medium", (text) => /"propertySources"\s{0,9}:/.test(text)],
  ],
  "/debug/pprof/": [["medium", (text) => /<title>\/debug\/pprof\/<\/title>/.test(text)]],
  "/.vscode/sftp.json": [
    ["critical", (text) => uploadSettings(text) === "secret"],
    ["guessable", (text) => uploadSettings(text) === "common"],
    ["medium", (text) => uploadSettings(text) === "none"],
  ],
};

/** What a file is shows near its beginning; the rows of a dump and the tables of a database may come later. */
const SEARCHED = 65_536;
const seenOf = (path: string, text: string) =>
  /\.(?:sql|db)$/.test(path) ? text : text.slice(0, SEARCHED);

export const FILE_SIGNATURES: readonly FileSignature[] = Object.entries(FILES).flatMap(
  ([path, rules]) =>
    rules.map(([weight, matches]) => ({
      path,
      weight,
      matches: (text: string) => matches(seenOf(path, text)),
    })),
);
