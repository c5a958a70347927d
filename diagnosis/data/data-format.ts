import { z } from "zod";

/*
 * The import format of every data set: a JSON file with a name, the date of its data, where it
 * comes from, and its entries. An operator replaces a built-in set by a newer file of this form.
 */

const version = z.string().min(1).max(40);
const pattern = z
  .string()
  .max(400)
  .refine(isPattern, "not a regular expression with one group for the version");

function isPattern(source: string): boolean {
  try {
    return new RegExp(`${source}|`).exec("")?.length === 2;
  } catch {
    return false;
  }
}

const header = {
  name: z.string().min(1),
  date: z.iso.date(),
  source: z.string().min(1),
};

export const portsFile = z.strictObject({
  ...header,
  entries: z.array(
    z.strictObject({
      port: z.int().min(1).max(65_535),
      service: z.string().min(1),
      kind: z.enum(["data", "admin", "clear", "tls", "web", "ssh", "plain"]),
    }),
  ),
});

export const releasesFile = z.strictObject({
  ...header,
  entries: z.array(
    z.strictObject({ product: z.string(), cycle: version, endOfLife: z.iso.date().nullable() }),
  ),
});

export const vulnerabilitiesFile = z.strictObject({
  ...header,
  entries: z.array(
    z.strictObject({
      product: z.string(),
      id: z.string().regex(/^(CVE-\d{4}-\d{4,}|GHSA-[\w-]+|JVNDB-[\d-]+)$/),
      from: version.nullable(),
      after: version.nullable().default(null),
      before: version.nullable(),
      through: version.nullable().default(null),
      cvss: z.number().min(0).max(10),
      knownExploited: z.boolean(),
      epss: z.number().min(0).max(1).nullable().default(null),
      platform: z.enum(["windows", "unix"]).nullable().default(null),
      side: z.enum(["server", "client"]).default("server"),
    }),
  ),
});

const distribution = z.string().regex(/^[a-z]+ [\w.]+$/);

export const distributionsFile = z.strictObject({
  ...header,
  entries: z.array(
    z.strictObject({
      product: z.string(),
      version,
      line: version.nullable().default(null),
      through: version.nullable().default(null),
      distributions: z.array(distribution).min(1),
    }),
  ),
});

export const trackerFile = z.strictObject({
  ...header,
  entries: z.array(
    z.strictObject({
      product: z.string(),
      distribution,
      id: z.string(),
      status: z.enum(["fixed", "open", "not-affected"]),
      fixedIn: z.string().max(100).nullable(),
      minor: z.boolean(),
    }),
  ),
});

export const librariesFile = z.strictObject({
  ...header,
  entries: z.array(
    z.strictObject({
      library: z.string(),
      urls: z.array(pattern),
      contents: z.array(pattern),
      vulnerabilities: z.array(
        z.strictObject({
          from: version.nullable(),
          before: version.nullable(),
          through: version.optional(),
          severity: z.enum(["low", "medium", "high", "critical"]),
          ids: z.array(z.string()),
        }),
      ),
    }),
  ),
});

export const takeoversFile = z.strictObject({
  ...header,
  entries: z.array(
    z.strictObject({
      provider: z.string(),
      targets: z.array(z.string().regex(/^[a-z0-9.*-]+$/)).min(1),
      claimable: z.enum(["yes", "no", "unknown"]),
      guard: z
        .string()
        .regex(/^[a-z0-9_-]+$/)
        .optional(),
      sign: z.union([
        z.literal("absent"),
        z.strictObject({
          status: z.array(z.int().min(100).max(599)).min(1),
          headers: z.record(z.string().regex(/^[a-z0-9-]+$/), z.string().refine(isExpression)),
          text: z.string().min(8),
          place: z.enum(["title", "heading", "start"]),
        }),
      ]),
      source: z.url(),
      day: z.iso.date(),
    }),
  ),
});

export const suffixesFile = z.strictObject({
  ...header,
  entries: z.array(
    z.strictObject({
      registration: z.enum(["open", "restricted", "closed"]),
      suffixes: z.array(z.string().regex(/^(?:\*\.)?[a-z0-9-]+(\.([a-z0-9-]+|\*))*$/)).min(1),
      rdap: z
        .url({ protocol: /^https$/ })
        .regex(/\/$/)
        .optional(),
      source: z.url(),
      day: z.iso.date(),
    }),
  ),
});

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, "i").source === source;
  } catch {
    return false;
  }
}
