import type { Report } from "./report.ts";

/** Result, findings and assets by the published schema; a list of them where several targets were asked for. */
export function jsonReport(reports: readonly Report[], several: boolean): string {
  const bare = reports.map(({ result, findings, assets }) => ({ result, findings, assets }));
  return `${JSON.stringify(several ? bare : bare[0], null, 2)}\n`;
}
