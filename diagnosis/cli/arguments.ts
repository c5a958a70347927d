import { parseArgs } from "node:util";
import { z } from "zod";

const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

const argumentsSchema = z.strictObject({
  format: z.enum(["table", "json", "sarif", "html"]).default("table"),
  output: z.string().optional(),
  language: z.enum(["ja", "en"]).default("ja"),
  "i-am-authorised": z.boolean().default(false),
  organisation: z.string().default(""),
  contact: z.url().optional(),
  token: z.string().min(16).optional(),
  proof: list.pipe(z.array(z.enum(["dns-txt", "file", "meta"])).min(1)).default(["dns-txt"]),
  hosts: list.default([]),
  selectors: list.default([]),
  fixtures: z.string().optional(),
  resolver: z.string().optional(),
  "zone-file": z.string().optional(),
  "certificate-log": z.url().optional(),
  "no-discovery": z.boolean().default(false),
  "no-words": z.boolean().default(false),
  "minimum-grade": z.enum(["A", "B", "C", "D", "E"]).default("B"),
  data: list.default([]),
  quiet: z.boolean().default(false),
  help: z.boolean().default(false),
});

/** The command line, checked. */
export type DiagnoseArguments = z.infer<typeof argumentsSchema> & {
  readonly target: string | null;
};

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

/** Reads the arguments after `diagnose`. Throws an Error with a sentence about what is wrong. */
export function readArguments(argv: readonly string[]): DiagnoseArguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      format: { ...text, short: "f" },
      output: { ...text, short: "o" },
      language: { ...text, short: "l" },
      "i-am-authorised": flag,
      organisation: text,
      contact: text,
      token: text,
      proof: text,
      hosts: text,
      selectors: text,
      fixtures: text,
      resolver: text,
      "zone-file": text,
      "certificate-log": text,
      "no-discovery": flag,
      "no-words": flag,
      "minimum-grade": text,
      data: text,
      quiet: { ...flag, short: "q" },
      help: { ...flag, short: "h" },
    },
  });
  const parsed = argumentsSchema.safeParse(values);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`--${issue?.path.join(".")}: ${issue?.message}`);
  }
  if (positionals.length > 1) throw new Error("name one domain or host at a time");
  return { ...parsed.data, target: positionals[0] ?? null };
}

export const USAGE = `Usage: sekimori diagnose <domain> [options]

Examines the public face of a domain: DNS, mail, TLS, web, ports. Nothing is sent before the
ownership of the target is proved (--token) or you state your authority (--i-am-authorised).

  -f, --format table|json|sarif|html   form of the report (default table)
  -o, --output FILE                    write the report there instead of to the screen
  -l, --language ja|en                 language of the table (default ja; html carries both)
      --i-am-authorised                state that you may examine the target
      --organisation NAME              on whose behalf; part of the consent record
      --contact URL                    a page or mailto: about you; sent in the User-Agent
      --token TOKEN                    prove ownership by this token instead
      --proof dns-txt,file,meta        where to look for the token (default dns-txt)
      --hosts a.example.jp,...         further hosts of the domain to examine
      --selectors s1,s2                DKIM selectors to ask for
      --zone-file FILE                 take host names from a zone file
      --certificate-log URL            ask a certificate log ({domain} in the URL; off by default)
      --no-discovery, --no-words       do not look for other hosts; do not try the word list
      --resolver ADDRESS[:PORT]        recursive resolver to ask
      --data FILE,...                  newer data sets in place of the built-in ones
      --fixtures FILE                  loopback allow-list for tests and demonstrations
      --minimum-grade A..E             exit with 1 below this grade (default B)
  -q, --quiet                          no progress on standard error

Exit codes: 0 grade reached, 1 grade missed, 2 no grade (too little could be examined),
64 wrong usage, 77 refused, 130 stopped.`;
