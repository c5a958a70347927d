import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";

/** A place in an artefact's code, as a stack has it: ".../app/chunks/page-ABC.js:12:34". */
const place = /(?:file:\/\/)?(?:\/[^\s()"\\:]*)?\/(app\/[\w./-]+\.js):(\d+):(\d+)/g;

/**
 * A log or a stack with each place in an artefact's code replaced by that in the sources: "kit/a.ts:1:2".
 * What no map knows stays as it is.
 *
 * @param maps the folder of an artefact's maps
 */
export function explained(maps: string, log: string): string {
  const read = new Map<string, SourceMap | undefined>();
  const mapOf = (script: string) => {
    if (!read.has(script)) {
      const file = join(maps, `${script}.map`);
      const payload = existsSync(file)
        ? (JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload)
        : undefined;
      read.set(script, payload && new SourceMap(payload));
    }
    return read.get(script);
  };
  return log.replaceAll(place, (whole, script: string, line: string, column: string) => {
    const entry = mapOf(script)?.findEntry(Number(line) - 1, Number(column) - 1);
    return entry !== undefined && "originalSource" in entry
      ? `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : whole;
  });
}
