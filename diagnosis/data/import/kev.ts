import { z } from "zod";

/** CISA's catalogue of known exploited vulnerabilities (JSON). */
const kevFile = z.object({
  catalogVersion: z.string(),
  dateReleased: z.string(),
  vulnerabilities: z.array(z.object({ cveID: z.string() })),
});

/** The ids that are being exploited. Throws z.ZodError for another format. */
export function readKev(file: unknown): {
  readonly date: string;
  readonly ids: ReadonlySet<string>;
} {
  const { dateReleased, vulnerabilities } = kevFile.parse(file);
  return {
    date: dateReleased.slice(0, 10),
    ids: new Set(vulnerabilities.map(({ cveID }) => cveID)),
  };
}
