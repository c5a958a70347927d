import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Asset } from "@sekimori/diagnosis/asset";
import type { ScanResult } from "@sekimori/diagnosis/events";
import type { Finding } from "@sekimori/diagnosis/finding";
import { dayMs, tokyoOffsetMs } from "@sekimori/kit-contract/tokyo";
import type { Day } from "./sample-domain.ts";

/** Made by record-history.ts; what several runs saw alike stands in it once. */
export interface HistoryFile {
  readonly findings: readonly Finding[];
  readonly assets: readonly Asset[];
  readonly runs: readonly {
    readonly day: Day;
    /** When the engine really ran, ISO 8601: the moment of everything it saw. */
    readonly at: string;
    readonly result: ScanResult;
    /** Places in the lists above. */
    readonly findings: readonly number[];
    readonly assets: readonly number[];
  }[];
}

/** One diagnosis of the sample company, as if it had been made on its day. */
export interface PastRun {
  readonly domain: string;
  readonly at: Date;
  readonly result: ScanResult;
  readonly findings: readonly Finding[];
  readonly assets: readonly Asset[];
}

export const historyFile = fileURLToPath(new URL("history.json.gz", import.meta.url));

/** Days of a certificate, moments of the examination. */
const moment = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;
/** The same as sentences have it, in Tokyo. */
const written = /\b(\d{4})\/(\d{2})\/(\d{2}) (\d{2}:\d{2})\b/g;
/** What is old by itself (the end of a version's life) stays where it is. */
const nearDays = 500;

/** Moves every moment near the recording by the same time, wherever it stands. */
function moved<Value>(value: Value, from: number, by: number): Value {
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => {
      if (typeof part !== "string") return part;
      const after = (at: number) => new Date(Math.abs(at - from) > nearDays * dayMs ? at : at + by);
      if (moment.test(part)) return after(Date.parse(part)).toISOString().slice(0, part.length);
      return part.replace(written, (_text, year, month, day, time) => {
        // As if Tokyo were at Greenwich, so that no offset has to be written.
        const at = Date.parse(`${year}-${month}-${day}T${time}Z`) - tokyoOffsetMs;
        const local = new Date(after(at).getTime() + tokyoOffsetMs).toISOString();
        return `${local.slice(0, 10).replaceAll("-", "/")} ${local.slice(11, 16)}`;
      });
    }),
  ) as Value;
}

/** The recorded diagnoses of the company, oldest first, the last of them on the day before `now`. */
export async function pastRuns(now: Date): Promise<PastRun[]> {
  const packed = await promisify(gunzip)(await readFile(historyFile));
  const file = JSON.parse(packed.toString("utf8")) as HistoryFile;
  const pick = <Item>(list: readonly Item[], places: readonly number[]) =>
    places.flatMap((place) => list[place] ?? []);
  return file.runs.map((run) => {
    const from = Date.parse(run.at);
    const at = now.getTime() + run.day * dayMs;
    const seen = {
      result: run.result,
      findings: pick(file.findings, run.findings).map((finding) => ({
        ...finding,
        observedAt: run.at,
      })),
      assets: pick(file.assets, run.assets).map((asset) => ({
        ...asset,
        firstSeen: run.at,
        lastSeen: run.at,
      })),
    };
    return { domain: run.result.target, at: new Date(at), ...moved(seen, from, at - from) };
  });
}
