import { createHash } from "node:crypto";
import type { DataSetInfo } from "./data-sets.ts";

/** Names a combination of data sets: the newest date, and a digest of every name, date and source. */
export function dataVersion(info: readonly DataSetInfo[]): string {
  const dates = info.map(({ date }) => date).sort();
  const text = info.map(({ name, date, source }) => `${name}|${date}|${source}`).join("\n");
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `${dates.at(-1) ?? "none"}-${digest}`;
}
