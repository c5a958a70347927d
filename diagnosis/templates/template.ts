import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

/*
 * Passive web checks as data: a request for a harmless path, and what its answer must look like. A new
 * exposure is a file in this folder, not a release. Every file is validated when the engine starts; one
 * that is wrong stops it, with its name.
 */

const text = z.strictObject({ ja: z.string().min(1), en: z.string().min(1) });
const pattern = z
  .string()
  .max(300)
  .refine(isSafePattern, "not a regular expression, or one whose parts could fight over a text");

/** Two unbounded repeats over the same signs take time without end on a page made for it. */
function isSafePattern(source: string): boolean {
  try {
    new RegExp(source, "i");
  } catch {
    return false;
  }
  return !/(?:\.|\[[^\]]*\]|\\[swdSWD])[*+]/.test(source);
}

const template = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  /** What the data sets call it, for versions; null when they do not. */
  product: z.string().nullable(),
  /** GET only. `/` is asked of every web service, other paths of the site itself only. */
  path: z.string().regex(/^\/(?!\/)[\w./-]*$/),
  status: z.array(z.int().min(100).max(599)).min(1),
  /** All must match; header names in lower case. */
  headers: z.record(z.string(), pattern).default({}),
  body: z.array(pattern).default([]),
  /** Where the version stands, with one group: in a header or in the body. */
  version: z.strictObject({ header: z.string().nullable(), pattern }).nullable().default(null),
  /** `panel`: a login form open to all; `open`: no login is asked; `present`: only recognised. */
  shows: z.enum(["panel", "open", "present"]),
  severity: z.enum(["high", "medium", "low"]).nullable(),
  text,
  source: z.url(),
});

/** One template, checked. */
export type Template = z.infer<typeof template>;

/** Reads the templates of a folder. Throws an Error that names the file which is wrong. */
export function readTemplates(folder: URL): readonly Template[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.sort().map((name) => {
    try {
      const parsed = template.parse(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
      if ((parsed.severity === null) !== (parsed.shows === "present"))
        throw new Error("a severity belongs to every template but those of `present`");
      if (Object.keys(parsed.headers).length + parsed.body.length === 0)
        throw new Error("a template needs something to match");
      return parsed;
    } catch (error) {
      throw new Error(
        `template ${name}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  });
}

/** The built-in ones, validated at start. */
export const TEMPLATES: readonly Template[] = readTemplates(new URL("./", import.meta.url));
