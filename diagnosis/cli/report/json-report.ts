import type { Report } from "./report.ts";

/** Result, findings and assets by the published schema; a list of them for several targets. */
export function jsonReport(reports: readonly Report[]): string {
  const bare = reports.map(({ result, findings, assets }) => ({ result, findings, assets }));
  return `${JSON.stringify(bare.length === 1 ? bare[0] : bare, null, 2)}\n`;
}
