import { z } from "zod";
import type { Vulnerability } from "../data-sets.ts";
import { PRODUCTS } from "../products.ts";

/*
 * The answer and feed format of NVD's CVE API 2.0 (nvd.nist.gov/developers/vulnerabilities), as far as it
 * is read; whatever else a record holds is left alone.
 */

const metric = z.object({ type: z.string(), cvssData: z.object({ baseScore: z.number() }) });
const cpeMatch = z.object({
  vulnerable: z.boolean(),
  criteria: z.string(),
  versionStartIncluding: z.string().optional(),
  versionStartExcluding: z.string().optional(),
  versionEndIncluding: z.string().optional(),
  versionEndExcluding: z.string().optional(),
});
const node = z.object({ cpeMatch: z.array(cpeMatch) });
const cve = z.object({
  id: z.string(),
  vulnStatus: z.string().default(""),
  cveTags: z.array(z.object({ tags: z.array(z.string()) })).default([]),
  metrics: z
    .object({
      cvssMetricV40: z.array(metric).default([]),
      cvssMetricV31: z.array(metric).default([]),
      cvssMetricV30: z.array(metric).default([]),
      cvssMetricV2: z.array(metric).default([]),
    })
    .default({ cvssMetricV40: [], cvssMetricV31: [], cvssMetricV30: [], cvssMetricV2: [] }),
  configurations: z
    .array(z.object({ operator: z.string().optional(), nodes: z.array(node) }))
    .default([]),
});
const nvdFile = z.object({
  format: z.literal("NVD_CVE"),
  timestamp: z.string(),
  vulnerabilities: z.array(z.object({ cve })),
});

type Cve = z.infer<typeof cve>;

/** Entries of our products, and the day of the file. Throws z.ZodError for another format. */
export function readNvd(file: unknown): {
  readonly date: string;
  readonly entries: readonly Vulnerability[];
} {
  const { timestamp, vulnerabilities } = nvdFile.parse(file);
  return {
    date: timestamp.slice(0, 10),
    entries: vulnerabilities.flatMap(({ cve: one }) => read(one)),
  };
}

function read(one: Cve): readonly Vulnerability[] {
  const disputed = one.cveTags.some(({ tags }) => tags.includes("disputed"));
  const cvss = scoreOf(one);
  if (one.vulnStatus === "Rejected" || disputed || cvss === null) return [];
  const entries = one.configurations.flatMap(({ nodes }) => {
    const platform = platformOf(nodes.flatMap(({ cpeMatch: matches }) => matches));
    return nodes.flatMap(({ cpeMatch: matches }) =>
      matches.flatMap((match): Vulnerability[] => {
        const range = rangeOf(match);
        if (!match.vulnerable || range === null) return [];
        const common = { cvss, knownExploited: false, epss: null, side: "server" } as const;
        return [{ id: one.id, ...range, ...common, platform: range.platform ?? platform }];
      }),
    );
  });
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}

/** The publisher's own score before others', newest scale first; version 2 only where there is no other. */
function scoreOf({ metrics }: Cve): number | null {
  const { cvssMetricV31, cvssMetricV30, cvssMetricV40, cvssMetricV2 } = metrics;
  for (const list of [cvssMetricV31, cvssMetricV30, cvssMetricV40, cvssMetricV2]) {
    const best = list.find(({ type }) => type === "Primary") ?? list[0];
    if (best) return best.cvssData.baseScore;
  }
  return null;
}

type Match = z.infer<typeof cpeMatch>;

/** The versions a match covers, for one of our products; null for another product or no version at all. */
function rangeOf(match: Match) {
  const parts = cpeParts(match.criteria);
  const [, , part, vendor, product, version = "*"] = parts;
  const known = PRODUCTS.find(({ cpes }) => cpes.includes(`${vendor}:${product}`));
  if (part !== "a" || known === undefined) return null;
  const bounds = {
    from: match.versionStartIncluding ?? null,
    after: match.versionStartExcluding ?? null,
    before: match.versionEndExcluding ?? null,
    through: match.versionEndIncluding ?? null,
  };
  const bounded = Object.values(bounds).some((bound) => bound !== null);
  const software = parts[10] ?? "*";
  const platform = /windows/i.test(software) ? ("windows" as const) : null;
  if (bounded) return { product: known.name, ...bounds, platform };
  // An entry for every version that there ever was says nothing about one.
  if (version === "*" || version === "-") return null;
  const update = parts[6] ?? "*";
  const exact = update === "*" || update === "-" ? version : `${version}${update}`;
  return { product: known.name, from: exact, after: null, before: null, through: exact, platform };
}

/** "running on": the operating systems that a configuration names without calling them vulnerable. */
function platformOf(matches: readonly Match[]): Vulnerability["platform"] {
  const systems = matches.flatMap(({ vulnerable, criteria }) => {
    const [, , part, vendor, product] = cpeParts(criteria);
    return part === "o" && !vulnerable ? [`${vendor}:${product}`] : [];
  });
  if (systems.length === 0) return null;
  if (systems.every((name) => name.startsWith("microsoft:windows"))) return "windows";
  return systems.some((name) => name.startsWith("microsoft:windows")) ? null : "unix";
}

/** Splits a CPE 2.3 name at its colons; quoted ones belong to a part. */
function cpeParts(name: string): readonly string[] {
  return name.split(/(?<!\\):/).map((part) => part.replaceAll(/\\(.)/g, "$1"));
}
