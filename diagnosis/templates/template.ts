import { z } from "zod";

/*
 * Passive checks as data: a request for a harmless path and what its answer must look like, or what a
 * certificate must say. A new exposure is a file in this folder and its line in `built-in.ts`. Every file is
 * validated when the engine starts; one that is wrong stops it, with its name.
 */

const text = z.strictObject({ ja: z.string().min(1), en: z.string().min(1) });
const pattern = z
  .string()
  .max(300)
  .refine(isSafePattern, "not a regular expression, or one whose parts could fight over a text")
  .transform((source) => new RegExp(source, "i"));

/** Two unbounded repeats over the same signs take time without end on a page made for it. */
function isSafePattern(source: string): boolean {
  try {
    new RegExp(source, "i");
  } catch {
    return false;
  }
  return !/(?:\.|\[[^\]]*\]|\\[swdSWD])[*+]/.test(source);
}

const common = {
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  /** What the data sets call it, for versions; null when they do not. */
  product: z.string().nullable(),
  /** `panel`: a login form open to all; `open`: no login is asked; `present`: only recognised. */
  shows: z.enum(["panel", "open", "present"]),
  severity: z.enum(["high", "medium", "low"]).nullable(),
  /** What the finding says; `{app.url}` stands for the place. */
  text,
  source: z.url(),
};

const httpTemplate = z.strictObject({
  ...common,
  kind: z.literal("http"),
  method: z.enum(["GET", "HEAD"]).default("GET"),
  /** `GET /` is asked of every web service once, whatever the number of templates. */
  path: z.string().regex(/^\/(?!\/)[\w./-]*$/),
  status: z.array(z.int().min(100).max(599)).min(1),
  /** The path at which the front page's redirects end, where it tells a login from what is open. */
  endsAt: pattern.nullable().default(null),
  /** All must match; header names in lower case. */
  headers: z.record(z.string(), pattern).default({}),
  body: z.array(pattern).default([]),
  /** Where the version stands, with one group: in a header or in the body. */
  version: z.strictObject({ header: z.string().nullable(), pattern }).nullable().default(null),
});

const tlsTemplate = z.strictObject({
  ...common,
  kind: z.literal("tls"),
  /** All must match the leaf certificate: names as OpenSSL writes them, one attribute a line. */
  certificate: z
    .strictObject({ subject: pattern, issuer: pattern })
    .partial()
    .refine((given) => Object.keys(given).length > 0, "a template needs something to match"),
});

const template = z
  .discriminatedUnion("kind", [httpTemplate, tlsTemplate])
  .refine(
    ({ severity, shows }) => (severity === null) === (shows === "present"),
    "a severity belongs to every template but those of `present`",
  )
  .refine(
    (one) => one.kind === "tls" || Object.keys(one.headers).length + one.body.length > 0,
    "a template needs something to match",
  )
  .refine(
    (one) =>
      one.kind === "tls" ||
      one.method === "GET" ||
      (one.body.length === 0 && one.version?.header !== null),
    "an answer to HEAD has no body",
  );

/** One template, checked, its expressions compiled. */
export type Template = z.infer<typeof template>;
export type HttpTemplate = z.infer<typeof httpTemplate>;
export type TlsTemplate = z.infer<typeof tlsTemplate>;

/** Reads templates by the names of their files. Throws an Error that names the file which is wrong. */
export function readTemplates(files: Readonly<Record<string, unknown>>): readonly Template[] {
  return Object.entries(files).map(([name, content]) => {
    try {
      return template.parse(content);
    } catch (error) {
      throw new Error(
        `template ${name}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  });
}
