import { readFileSync } from "node:fs";
import { z } from "zod";
import type { DataSets } from "../data/data-sets.ts";
import { type DataImports, loadData } from "../data/load-data.ts";
import type { FixtureNetwork } from "../net/fixture-network.ts";

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

/** Reads a fixture allow-list (JSON form of `FixtureNetwork`). Throws when it is none. */
export function readFixtures(path: string): FixtureNetwork {
  return fixturesSchema.parse(readJson(path));
}

const SETS = ["ports", "releases", "vulnerabilities", "libraries", "takeovers"] as const;

/** Reads data files named for their set (`releases.json`, `2026-vulnerabilities.json`). */
export function readData(paths: readonly string[]): DataSets {
  const imports: Record<string, unknown> = {};
  for (const path of paths) {
    const set = SETS.find((name) => path.endsWith(`${name}.json`));
    if (!set) throw new Error(`${path}: the name must end in one of ${SETS.join(", ")} and .json`);
    imports[set] = readJson(path);
  }
  const known: DataImports = imports;
  return loadData(known);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
