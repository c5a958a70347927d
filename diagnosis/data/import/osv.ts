import { z } from "zod";
import type { LibrarySignature } from "../data-sets.ts";
import { cvssScore } from "./cvss.ts";
import { FormatError } from "./format-error.ts";

/** One record of the Open Source Vulnerability format (ossf.github.io/osv-schema), as far as it is read. */
const osvRecord = z.object({
  id: z.string(),
  modified: z.string(),
  withdrawn: z.string().optional(),
  aliases: z.array(z.string()).default([]),
  severity: z.array(z.object({ type: z.string(), score: z.string() })).default([]),
  database_specific: z.object({ severity: z.string().optional() }).optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }),
        ranges: z
          .array(
            z.object({
              type: z.string(),
              events: z.array(
                z.object({
                  introduced: z.string().optional(),
                  fixed: z.string().optional(),
                  last_affected: z.string().optional(),
                }),
              ),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
});

type OsvRecord = z.infer<typeof osvRecord>;
type LibraryFlaw = LibrarySignature["vulnerabilities"][number];

/**
 * What a file of OSV records (one, a list, or one a line) says of packages in npm, by package name.
 * Throws z.ZodError, SyntaxError or FormatError for another format.
 */
export function readOsv(text: string): {
  readonly date: string;
  readonly flaws: ReadonlyMap<string, readonly LibraryFlaw[]>;
} {
  const records = recordsIn(text).map((record) => osvRecord.parse(record));
  const dates = records.map(({ modified }) => modified.slice(0, 10)).sort();
  const flaws = new Map<string, LibraryFlaw[]>();
  for (const record of records) {
    if (record.withdrawn !== undefined) continue;
    for (const affected of record.affected) {
      if (affected.package.ecosystem !== "npm") continue;
      const { name } = affected.package;
      const known = flaws.get(name) ?? [];
      flaws.set(name, [...known, ...affected.ranges.flatMap((range) => flawsOf(record, range))]);
    }
  }
  const [date] = dates.toReversed();
  if (date === undefined)
    throw new FormatError({
      ja: "OSVの記録が含まれていません。",
      en: "it holds no OSV record.",
    });
  return { date, flaws };
}

function recordsIn(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as unknown);
  }
}

type Range = OsvRecord["affected"][number]["ranges"][number];

/** Each `introduced` with the `fixed` or `last_affected` that follows it (schema, "evaluation"), if any. */
function flawsOf(record: OsvRecord, { type, events }: Range): readonly LibraryFlaw[] {
  if (type === "GIT") return [];
  const ids = [...record.aliases.filter((id) => id.startsWith("CVE-")), record.id];
  const severity = severityOf(record);
  let open: { readonly from: string | null } | null = null;
  const flaws: LibraryFlaw[] = [];
  for (const { introduced, fixed = null, last_affected: through } of events) {
    if (introduced !== undefined) open = { from: introduced === "0" ? null : introduced };
    if (open === null || (fixed === null && through === undefined)) continue;
    flaws.push({ ...open, before: fixed, ...(through && { through }), severity, ids });
    open = null;
  }
  if (open !== null) flaws.push({ ...open, before: null, severity, ids });
  return flaws;
}

function severityOf({ severity, database_specific: own }: OsvRecord): LibraryFlaw["severity"] {
  const word = own?.severity?.toLowerCase();
  if (word === "critical" || word === "high" || word === "low") return word;
  if (word === "moderate" || word === "medium") return "medium";
  const score = Math.max(0, ...severity.map((one) => cvssScore(one.score) ?? 0));
  if (score >= 9) return "critical";
  return score >= 7 ? "high" : score > 0 && score < 4 ? "low" : "medium";
}
