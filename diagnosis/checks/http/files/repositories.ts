import { looksSecret } from "./secret-value.ts";
import { isToken } from "./settings.ts";

/**
 * `.git/HEAD`: a reference, with any name a branch may have (git-check-ref-format), or a commit; what comes
 * before the name and after it is blank (gitrepository-layout, "HEAD").
 */
export function isGitHead(text: string): boolean {
  return (
    /^ref:[ \t]*refs\/[^\s\p{Cc}~^:?*[\\]{1,250}(?<![/.])\s*$/u.test(text) ||
    // A row of zeroes says that there is no commit.
    /^(?!0+\s*$)(?:[0-9a-f]{40}|[0-9a-f]{64})\s*$/.test(text)
  );
}

/** Lines below a heading in which its first settings stand. */
const BELOW = 8;

/** `[core]` with a setting of a repository's, or a remote with what is fetched of it (git-config). */
export function isGitConfig(text: string): boolean {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const isCore =
    lines.some((line) => /^\[core\]/i.test(line)) &&
    lines.some((line) => /^(?:repositoryformatversion|bare|filemode)[ \t]{0,9}=/i.test(line));
  return (
    isCore ||
    lines.some(
      (line, at) =>
        /^\[remote "[^"]{1,80}"\]$/.test(line) &&
        lines
          .slice(at + 1, at + 1 + BELOW)
          .some((below) => /^fetch[ \t]{0,9}=[ \t]{0,9}\+?refs\//.test(below)),
    )
  );
}

/** Stands for a password where the token is the name (GitHub, "x-oauth-basic"). */
const NO_PASSWORD = /^(?:x-oauth-basic|x-token-auth|x-access-token|x)?$/;

/**
 * Repository addresses with a password in them (`url = https://user:token@host/`) or a token for a name, or a
 * header with one, as build servers leave it (`extraheader = AUTHORIZATION: basic …`, git-config,
 * "http.extraHeader").
 */
export function holdsPassword(text: string): boolean {
  const addresses = text.matchAll(
    /(?:=\s{0,9}"?|\[url\s{1,9}")[a-z+]{2,10}:\/\/([^\s:/@]{0,200})(?::([^\s/@]{0,200}))?@/gi,
  );
  const headers = text.matchAll(
    /^\s{0,9}extraheader\s{0,9}=\s{0,9}"?authorization:\s{0,9}(basic|bearer)\s{1,9}([\w+/.=-]{8,2000})/gim,
  );
  return (
    [...addresses].some(([, name = "", password = ""]) =>
      NO_PASSWORD.test(password) ? isToken(name) && looksSecret(name) : looksSecret(password),
    ) ||
    [...headers].some(([, kind = "", value = ""]) =>
      looksSecret(kind.toLowerCase() === "basic" ? passwordOf(value) : value),
    )
  );
}

/** What follows the name in credentials of HTTP's "basic" (RFC 7617 §2). */
function passwordOf(encoded: string): string {
  const pair = Buffer.from(encoded, "base64").toString("latin1");
  return pair.slice(pair.indexOf(":") + 1);
}

/** The number 12 alone since Subversion 1.7, more lines or XML before. */
export function isSubversionEntries(text: string): boolean {
  return (
    /^(?:12\r?\n$|(?:[4-9]|1[0-9])\r?\n\f?\r?\ndir\r?\n)/.test(text) ||
    /^\s*<\?xml[^>]*>\s*<wc-entries\b/.test(text)
  );
}

/** The working copy's database since Subversion 1.7: SQLite, with tables of its own names. */
export function isSubversionDatabase(text: string): boolean {
  return (
    text.startsWith("SQLite format 3\0") &&
    /CREATE TABLE\s{1,9}["`]?(?:REPOSITORY|WCROOT|PRISTINE|NODES|WC_LOCK)\b/i.test(text)
  );
}

/** None stands alone there that is also a word of its own: "store" has others beside it. */
const MERCURIAL = new Set(
  "revlogv1 fncache dotencode generaldelta sparserevlog share-safe relshared dirstate-v2 persistent-nodemap lz4revlog".split(
    " ",
  ),
);

/** `.hg/requires`: one feature of the format a line (Mercurial, "requirements"). */
export function isMercurialRequires(text: string): boolean {
  const lines = text.trim().split(/\r?\n/);
  return (
    lines.every((line) => /^[a-z0-9][\w.=-]{1,60}$/.test(line)) &&
    lines.some((line) => MERCURIAL.has(line))
  );
}

export function isMercurialSettings(text: string): boolean {
  const hasPaths = /^\[paths\]\s*$/m.test(text) && /^default(?:-push)?\s*=\s*\S/m.test(text);
  return hasPaths || (/^\[auth\]\s*$/m.test(text) && MERCURIAL_PASSWORD.test(text));
}

/** `shop.password = …` below `[auth]` (Mercurial, "auth"). */
const MERCURIAL_PASSWORD = /^[\w-]{1,80}\.password\s{0,9}=\s{0,9}(\S{1,200})\s*$/m;

export function holdsMercurialPassword(text: string): boolean {
  const own = /^\[auth\]\s*$/m.test(text) ? MERCURIAL_PASSWORD.exec(text)?.[1] : undefined;
  return holdsPassword(text) || looksSecret(own ?? "");
}

export function isBazaarReadme(text: string): boolean {
  return /^This is a Bazaar control directory\./.test(text);
}
