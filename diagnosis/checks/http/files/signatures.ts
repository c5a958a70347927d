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
];
