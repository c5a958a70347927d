/** A file that should never be public, and what only its real contents look like. */
export interface FileSignature {
  readonly path: string;
  readonly severity: "critical" | "high" | "medium";
  readonly matches: (text: string) => boolean;
}

const MARKUP = /<(?:!doctype|html|head|body|script)\b/i;
const SETTING = /^(?:export\s{1,9})?[A-Z][A-Z0-9_]{1,60}\s{0,9}=.*$/gm;
const SECRET =
  /^(?:export\s{1,9})?[A-Z0-9_]{0,40}(?:SECRET|PASSWORD|PASSWD|TOKEN|APP_KEY|API_KEY|PRIVATE_KEY|DATABASE_URL|DSN)[A-Z0-9_]{0,40}\s{0,9}=\s*\S/m;

const isSettings = (text: string) => !MARKUP.test(text) && (text.match(SETTING)?.length ?? 0) > 0;

/** Asked for one by one, nothing else ever (OWASP ASVS 5.0 13.4.1). The first match of a path counts. */
export const FILE_SIGNATURES: readonly FileSignature[] = [
  {
    path: "/.git/HEAD",
    severity: "high",
    matches: (text) => /^(?:ref: refs\/[\w./-]+|[0-9a-f]{40}|[0-9a-f]{64})\s*$/.test(text),
  },
  {
    path: "/.env",
    severity: "critical",
    matches: (text) => isSettings(text) && SECRET.test(text),
  },
  { path: "/.env", severity: "medium", matches: isSettings },
  {
    path: "/.svn/entries",
    severity: "high",
    // The format's number alone since Subversion 1.7, more lines or XML before.
    matches: (text) =>
      /^(?:[89]|1[0-2])\r?\n(?:$|\r?\ndir\r?\n)/.test(text) ||
      /^<\?xml[^>]*>\s*<wc-entries\b/.test(text),
  },
  {
    path: "/server-status",
    severity: "medium",
    matches: (text) => /<title>Apache Status<\/title>/i.test(text) && /Server uptime:/i.test(text),
  },
  {
    path: "/phpinfo.php",
    severity: "medium",
    matches: (text) => /<title>(?:PHP [\d.]+\S* - )?phpinfo\(\)<\/title>/i.test(text),
  },
  {
    path: "/.git/config",
    severity: "high",
    matches: (text) => /^\s*\[core\]/m.test(text) && /repositoryformatversion/.test(text),
  },
  {
    path: "/wp-config.php.bak",
    severity: "critical",
    matches: (text) => /define\(\s{0,9}['"]DB_PASSWORD['"]/.test(text),
  },
  {
    path: "/wp-config.php~",
    severity: "critical",
    matches: (text) => /define\(\s{0,9}['"]DB_PASSWORD['"]/.test(text),
  },
  { path: "/index.php~", severity: "medium", matches: (text) => /^\s*<\?php\b/.test(text) },
  {
    path: "/backup.sql",
    severity: "critical",
    matches: (text) => isDump(text),
  },
  { path: "/dump.sql", severity: "critical", matches: (text) => isDump(text) },
  { path: "/backup.zip", severity: "high", matches: (text) => text.startsWith("PK\u0003\u0004") },
  {
    path: "/.htpasswd",
    severity: "critical",
    matches: (text) => /^[\w.@-]{1,60}:(?:\$(?:apr1|2[aby]|5|6)\$|\{SHA\})/m.test(text),
  },
  { path: "/id_rsa", severity: "critical", matches: isPrivateKey },
  { path: "/server.key", severity: "critical", matches: isPrivateKey },
  {
    path: "/.aws/credentials",
    severity: "critical",
    matches: (text) => /aws_secret_access_key\s{0,9}=/i.test(text) && !MARKUP.test(text),
  },
  {
    path: "/.DS_Store",
    severity: "medium",
    matches: (text) => text.startsWith("\0\0\0\u0001Bud1"),
  },
  {
    path: "/actuator/env",
    severity: "high",
    matches: (text) => /"propertySources"\s{0,9}:/.test(text),
  },
  {
    path: "/debug/pprof/",
    severity: "medium",
    matches: (text) => /<title>\/debug\/pprof\/<\/title>/.test(text),
  },
  {
    path: "/.vscode/sftp.json",
    severity: "critical",
    matches: (text) => /"password"\s{0,9}:/.test(text) && /"host"\s{0,9}:/.test(text),
  },
];

/** The first lines that mysqldump and pg_dump write. */
function isDump(text: string): boolean {
  const head = text.slice(0, 2_000);
  return /^-- (?:MySQL dump|MariaDB dump|PostgreSQL database dump|phpMyAdmin SQL Dump)/m.test(head);
}

function isPrivateKey(text: string): boolean {
  return /^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/m.test(text) && !MARKUP.test(text);
}
