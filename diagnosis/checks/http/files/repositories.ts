import { looksSecret } from "./secret-value.ts";

/**
 * `.git/HEAD`: a reference, with any name a branch may have (git-check-ref-format), or a commit; what comes
 * before the name and after it is blank (gitrepository-layout, "HEAD").
 */
export function isGitHead(text: string): boolean {
  return (
    /^ref:[ \t]*refs\/[^\s\p{Cc}~^:?*[\\]{1,250}\s*$/u.test(text) ||
    /^(?:[0-9a-f]{40}|[0-9a-f]{64})\s*$/.test(text)
  );
}

export function isGitConfig(text: string): boolean {
  return (
    /^\s*\[core\]/im.test(text) && /^\s*(?:repositoryformatversion|bare|filemode)\s*=/im.test(text)
  );
}

/**
 * Repository addresses with a password in them (`url = https://user:token@host/`), or a header with one, as build
 * servers leave it (`extraheader = AUTHORIZATION: basic …`, git-config, "http.extraHeader").
 */
export function holdsPassword(text: string): boolean {
  const addresses = text.matchAll(/=\s{0,9}[a-z+]{2,10}:\/\/[^\s:/@]{0,100}:([^\s/@]{1,200})@/gi);
  const headers = text.matchAll(
    /^\s{0,9}extraheader\s{0,9}=\s{0,9}"?authorization:\s{0,9}(basic|bearer)\s{1,9}([\w+/.=-]{8,2000})/gim,
  );
  return (
    [...addresses].some(([, password = ""]) => looksSecret(password)) ||
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

/** The format's number alone since Subversion 1.7, more lines or XML before. */
export function isSubversionEntries(text: string): boolean {
  return (
    /^(?:[4-9]|1[0-9])\r?\n(?:$|\f?\r?\ndir\r?\n)/.test(text) ||
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

const MERCURIAL = new Set(
  "revlogv1 store fncache dotencode generaldelta sparserevlog share-safe shared relshared dirstate-v2 persistent-nodemap lz4revlog".split(
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
  return /^\[paths\]\s*$/m.test(text) && /^default(?:-push)?\s*=\s*\S/m.test(text);
}

export function isBazaarReadme(text: string): boolean {
  return /^This is a Bazaar control directory\./.test(text);
}
