import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { DataSets } from "../data/data-sets.ts";
import { type DataImports, loadData } from "../data/load-data.ts";
import type { FixtureNetwork } from "../net/fixture-network.ts";

/** A file that an option names cannot be read, or holds something else. */
export class UnreadableError extends Error {
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`cannot read ${path}`, { cause });
    this.path = path;
  }
}

const fixturesSchema = z.strictObject({
  resolver: z.strictObject({ address: z.string(), port: z.int() }),
  hosts: z.array(
    z.strictObject({
      address: z.string(),
      ports: z.exactOptional(z.record(z.string().regex(/^\d+$/), z.int())),
    }),
  ),
  trustAnchors: z.array(z.string()).default([]),
});

/** Reads a fixture allow-list (JSON form of `FixtureNetwork`). Throws UnreadableError. */
export function readFixtures(path: string): FixtureNetwork {
  return reading(path, () => fixturesSchema.parse(readJson(path)));
}

/** The text of a file that an option names. Throws UnreadableError. */
export function readText(path: string): string {
  return reading(path, () => readFileSync(path, "utf8"));
}

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError(path, error);
  }
}

const SETS = [
  "ports",
  "releases",
  "vulnerabilities",
  "libraries",
  "takeovers",
  "suffixes",
  "distributions",
  "tracker",
] as const;

/** Reads data files named for their set (`releases.json`, `2026-vulnerabilities.json`). */
export function readData(paths: readonly string[]): DataSets {
  const imports: Record<string, unknown> = {};
  for (const path of paths.flatMap(filesOf)) {
    const set = SETS.find((name) => path.endsWith(`${name}.json`));
    if (!set) throw new Error(`${path}: the name must end in one of ${SETS.join(", ")} and .json`);
    imports[set] = readJson(path);
  }
  const known: DataImports = imports;
  return loadData(known);
}

/** A folder stands for the sets in it. */
function filesOf(path: string): readonly string[] {
  if (!reading(path, () => statSync(path)).isDirectory()) return [path];
  return SETS.map((name) => join(path, `${name}.json`)).filter((file) => existsSync(file));
}

function readJson(path: string): unknown {
  return reading(path, () => JSON.parse(readFileSync(path, "utf8")));
}
