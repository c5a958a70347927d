import type { Report } from "./report.ts";

/** Everything, in the words of the event schema. */
export function jsonReport({ result, findings, assets }: Report): string {
  return `${JSON.stringify({ result, findings, assets }, null, 2)}\n`;
}
