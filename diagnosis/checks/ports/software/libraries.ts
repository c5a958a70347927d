import type { LibrarySignature } from "../../../data/data-sets.ts";
import { isAffected } from "../../../data/version.ts";

/** All that one page may have searched; a single script is cut by the HTTP client before. */
const MAX_TEXT = 4_194_304;
const MAX_INLINE = 262_144;
const WINDOW = 65_536;
const OVERLAP = 1_024;
/** Searching one page for all libraries takes no longer. */
const MAX_SEARCH_MS = 2_000;
const MAX_SCRIPTS = 50;
const MAX_HTML = 262_144;

/** A JavaScript library in a page, and what is known against its version. */
export interface FoundLibrary {
  readonly library: string;
  readonly version: string;
  readonly severity: "critical" | "high" | "medium" | "low" | null;
  readonly ids: readonly string[];
}

/** The scripts of a page: absolute URLs of the external ones, texts of the inline ones. */
export interface PageScripts {
  readonly urls: readonly string[];
  readonly inline: readonly string[];
}

/** Finds the scripts of an HTML page. `base` is the page's own URL. */
export function pageScripts(html: string, base: string): PageScripts {
  const urls = new Set<string>();
  const inline: string[] = [];
  for (const match of html.slice(0, MAX_HTML).matchAll(/<script\b([^>]{0,2000})>/gi)) {
    if (urls.size + inline.length >= MAX_SCRIPTS) break;
    const source = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(match[1] ?? "");
    const target = source?.[1] ?? source?.[2] ?? source?.[3];
    const start = match.index + match[0].length;
    if (target !== undefined && URL.canParse(target, base)) urls.add(new URL(target, base).href);
    else inline.push(html.slice(start, Math.min(start + MAX_INLINE, endOf(html, start))));
  }
  return { urls: [...urls], inline };
}

function endOf(html: string, start: number): number {
  const end = html.toLowerCase().indexOf("</script", start);
  return end === -1 ? html.length : end;
}

/** The libraries that URLs and script texts give away, each version once. */
export function librariesIn(
  urls: readonly string[],
  texts: readonly string[],
  signatures: readonly LibrarySignature[],
): readonly FoundLibrary[] {
  const found = new Map<string, FoundLibrary>();
  const samples = windowsOf(texts);
  const paths = urls.map((url) => url.replace(/[?#].*$/s, ""));
  if (urls.length === 0 && samples.length === 0) return [];
  const until = performance.now() + MAX_SEARCH_MS;
  for (const signature of signatures) {
    const patterns = patternsOf(signature);
    const versions = [
      ...paths.flatMap((path) =>
        patterns.urls.flatMap((one) => namedBy(path, one, signature.library)),
      ),
      ...versionsIn(samples, patterns.contents, until),
    ];
    for (const version of versions) {
      found.set(`${signature.library} ${version}`, judge(signature, version));
    }
  }
  return [...found.values()];
}

/**
 * The texts in pieces that overlap: an expression that a page was made for costs a piece, not the whole,
 * and time is looked at between pieces.
 */
function windowsOf(texts: readonly string[]): readonly string[] {
  const windows: string[] = [];
  let left = MAX_TEXT;
  for (const text of texts) {
    const end = Math.min(text.length, left);
    left -= end;
    for (let at = 0; at < end; at += WINDOW - OVERLAP)
      windows.push(text.slice(at, Math.min(at + WINDOW, end)));
  }
  return windows;
}

interface Patterns {
  readonly urls: readonly RegExp[];
  readonly contents: readonly RegExp[];
}

/** Hundreds of expressions: compiled once per signature, not once per page. */
const compiled = new WeakMap<LibrarySignature, Patterns>();

function patternsOf(signature: LibrarySignature): Patterns {
  const known = compiled.get(signature);
  if (known) return known;
  const compile = (source: string) => new RegExp(source);
  const patterns = {
    urls: [...signature.urls, inPackage(signature.library)].map(compile),
    contents: signature.contents.map(compile),
  };
  compiled.set(signature, patterns);
  return patterns;
}

/** The library as packages and folders call it. */
const baseOf = (library: string) => library.replace(/\.?js$/, "").toLowerCase();

/** How services that serve packages as they were published write one ("/npm/lodash@4.17.15/lodash.min.js"). */
function inPackage(library: string): string {
  const name = baseOf(library).replaceAll(/[^\w-]/g, "\\$&");
  return `(?<!/@[\\w.-]{1,80})[/,]${name}@(\\d{1,8}(?:\\.\\d{1,8}){2}(?:-[\\w.]{1,20})?)(?=[/,]|$)`;
}

/**
 * A version that an address names in full, at the library's name: "vue@3" and "/jquery/1/" are the newest of theirs,
 * and any folder may have a number of its own ("/release/1.0.3/angular.min.js").
 */
function namedBy(path: string, pattern: RegExp, library: string): readonly string[] {
  const found = pattern.exec(path);
  const version = found?.[1];
  if (found === null || version === undefined) return [];
  const at = found.index + found[0].indexOf(version);
  const count = version.split(".").length;
  if (path[at - 1] === "@") return count > 2 ? [version] : [];
  if (path.lastIndexOf("/") < at) return count > 1 ? [version] : [];
  const folder =
    path
      .slice(0, at - 1)
      .split("/")
      .at(-1)
      ?.toLowerCase() ?? "";
  return count > 2 && folder.includes(baseOf(library)) ? [version] : [];
}

function versionsIn(
  texts: readonly string[],
  patterns: readonly RegExp[],
  until: number,
): string[] {
  return texts.flatMap((text) =>
    performance.now() > until ? [] : patterns.flatMap((one) => one.exec(text)?.[1] ?? []),
  );
}

const ORDER = ["critical", "high", "medium", "low"] as const;

function judge({ library, vulnerabilities }: LibrarySignature, version: string): FoundLibrary {
  const hits = vulnerabilities.filter((entry) => isAffected(version, entry));
  const severity = ORDER.find((level) => hits.some((hit) => hit.severity === level)) ?? null;
  return { library, version, severity, ids: [...new Set(hits.flatMap((hit) => hit.ids))] };
}
