import { z } from "zod";
import type { ScanEvent } from "../scan/events.ts";

/*
 * The wire form of a scan's events: the contract with whoever stores and shows results. The
 * generated JSON Schema beside it says the same to readers in other languages; a test holds the
 * schema, the TypeScript types and what the engine emits together.
 */

const text = z.strictObject({ ja: z.string(), en: z.string() });
const instant = z.iso.datetime();
const severity = z.enum(["critical", "high", "medium", "low", "info"]);
const state = z.enum(["pass", "fail", "warn", "info", "not-applicable", "inconclusive"]);
const category = z.enum(["dns", "mail", "tls", "http", "ports"]);
const grade = z.enum(["A", "B", "C", "D", "E"]);
const count = z.int().min(0);
const share = z.number().min(0).max(1);
const points = z.int().min(0).max(100);

const fact = z.strictObject({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
  unit: z.exactOptional(z.enum(["bits", "days", "seconds", "bytes"])),
});

const place = z.strictObject({
  host: z.string(),
  address: z.exactOptional(z.string()),
  port: z.exactOptional(z.int()),
  url: z.exactOptional(z.string()),
});

const cap = z.enum([
  "untrusted-certificate",
  "expired-certificate",
  "misnamed-certificate",
  "sslv2",
  "sslv3",
  "null-or-export",
  "tiny-key",
  "short-key",
  "old-tls",
  "rc4",
  "no-forward-secrecy",
  "no-aead",
  "no-modern-tls",
  "no-https",
  "no-redirect",
  "no-dmarc",
  "unresolvable",
]);

/** One finding; see `engine/finding.ts` for the meaning of each field. */
export const findingSchema = z.strictObject({
  key: z.string(),
  check: z.string(),
  category,
  asset: z.string(),
  place,
  state,
  severity: severity.nullable(),
  outcome: z.string(),
  subject: z.string().nullable(),
  summary: text,
  evidence: z.array(fact),
  unconfirmed: z.boolean(),
  cause: z.exactOptional(
    z.strictObject({
      kind: z.enum(["record", "name", "certificate", "service", "product"]),
      name: z.string(),
    }),
  ),
  atWorst: z.exactOptional(z.strictObject({ severity: severity.nullable(), cap: cap.nullable() })),
  cap: cap.nullable(),
  bonus: z.number(),
  observedAt: instant,
});

/** One asset of the inventory; see `engine/asset.ts`. */
export const assetSchema = z.strictObject({
  id: z.string(),
  type: z.enum(["domain", "host", "ip", "service"]),
  name: z.string(),
  addresses: z.array(z.string()),
  ports: z.array(z.int()),
  product: z.string().nullable(),
  version: z.string().nullable(),
  certificate: z
    .strictObject({
      fingerprint: z.string(),
      subject: z.string(),
      issuer: z.string(),
      notAfter: instant,
      names: z.array(z.string()).optional(),
    })
    .nullable(),
  state: z.enum(["candidate", "approved", "dependency", "monitor-only", "ignored"]),
  foundBy: z.array(
    z.strictObject({
      source: z.enum([
        "target",
        "approved-list",
        "certificate",
        "mx",
        "ns",
        "cname",
        "srv",
        "word-list",
        "csp",
        "html",
        "redirect",
        "zone-file",
        "certificate-log",
        "address",
        "open-port",
      ]),
      at: z.string(),
      evidence: z.string(),
    }),
  ),
  firstSeen: instant,
  lastSeen: instant,
  grade: grade.nullable(),
  owner: z.string().nullable(),
  group: z.string().nullable(),
  label: z.string().nullable(),
});

const limit = { grade, finding: z.string(), reason: text };

const exactPoints = z.number().min(0).max(100);
const ends = z.strictObject({ most: exactPoints, least: exactPoints });

const hostScore = z.strictObject({
  version: z.string(),
  host: z.string(),
  score: points.nullable(),
  grade: grade.nullable(),
  atMost: z.boolean(),
  ends: ends.nullable(),
  lowestLimit: grade.nullable(),
  coverage: share.nullable(),
  categories: z.array(
    z.strictObject({
      category,
      score: points.nullable(),
      grade: grade.nullable(),
      atMost: z.boolean(),
      ends: ends.nullable(),
      coverage: share.nullable(),
      steps: z.array(
        z.strictObject({
          kind: z.enum(["base", "deduction", "bonus", "bound", "cap"]),
          points: z.number(),
          check: z.string().nullable(),
          finding: z.string().nullable(),
          text,
        }),
      ),
      caps: z.array(z.strictObject(limit)),
      address: z.string().nullable(),
    }),
  ),
  caps: z.array(z.strictObject(limit)),
});

const proofMethod = z.enum(["dns-txt", "file", "meta"]);

const authorisation = z.strictObject({
  consent: z.strictObject({
    who: z.string(),
    organisation: z.string(),
    statement: z.strictObject({ version: z.string(), text: z.string() }),
    scope: z.array(z.string()),
    methods: z.array(category),
    at: instant,
    ip: z.string().nullable(),
    thirdPartyHosting: z.enum(["yes", "no", "unknown"]),
    contact: z.string(),
  }),
  proof: z
    .strictObject({
      proved: z.boolean(),
      method: proofMethod.nullable(),
      covers: z.strictObject({ kind: z.enum(["domain", "host"]), name: z.string() }).nullable(),
      checkedAt: instant,
      validUntil: instant.nullable(),
      failures: z.array(z.strictObject({ method: proofMethod, why: z.string() })),
    })
    .nullable(),
});

/** The end of a scan; see `scan/events.ts`. */
export const scanResultSchema = z.strictObject({
  scanId: z.string(),
  target: z.string(),
  authorisation,
  startedAt: instant,
  finishedAt: instant,
  status: z.enum(["finished", "stopped"]),
  hosts: z.array(hostScore),
  organisation: z.strictObject({
    score: points.nullable(),
    exact: exactPoints.nullable(),
    grade: grade.nullable(),
    atMost: z.boolean(),
    least: points.nullable(),
    caps: z.array(z.strictObject({ ...limit, host: z.string() })),
    scored: count,
    hosts: count,
  }),
  states: z.record(state, count),
  severities: z.record(severity, count),
  connections: count,
  scoreVersion: z.string(),
  dataVersion: z.string(),
  dataSets: z.array(z.strictObject({ name: z.string(), date: z.iso.date(), source: z.string() })),
  notVisible: z.array(text),
});

/** One event of `diagnose`. */
export const scanEventSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("progress"),
    done: count,
    total: count,
    host: z.string(),
    check: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal("asset"), asset: assetSchema }),
  z.strictObject({ type: z.literal("finding"), finding: findingSchema }),
  z.strictObject({ type: z.literal("result"), result: scanResultSchema }),
]);

/** The schema as JSON Schema 2020-12. */
export function scanEventJsonSchema(): unknown {
  return { title: "Event of a diagnosis", ...z.toJSONSchema(scanEventSchema) };
}

// What the schema lets through is what the types promise, and the other way round.
type Parsed = z.infer<typeof scanEventSchema>;
type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> };
type Same = [Parsed, ScanEvent] extends [ScanEvent, DeepReadonly<Parsed>] ? true : false;
true satisfies Same;
