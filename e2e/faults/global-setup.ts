import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import startCluster from "@sekimori/kit-development/testing/global-setup";
import type { TestProject } from "vitest/node";
import { startWorld } from "./support/world.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The product that most rows share: two portals, two workers, one database. */
    faults: {
      readonly origin: string;
      readonly sandboxOrigin: string;
      readonly databaseUrl: string;
      readonly servingUrl: string;
      readonly portals: readonly {
        readonly pid: number;
        readonly port: number;
        readonly probePort: number;
      }[];
    };
    /** Where the artefacts of this run are made, once some test needs them. */
    readonly artefacts: string;
  }
}

/** One PostgreSQL for the run, and one standing product for the rows that kill nothing. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const stopCluster = await startCluster(project);
  const { postgresUrl } = project.getProvidedContext();
  const world = await startWorld({ serverUrl: postgresUrl, portals: 2, workers: 2 });
  project.provide("faults", {
    origin: world.origin,
    sandboxOrigin: world.sandboxOrigin,
    databaseUrl: world.databaseUrl,
    servingUrl: world.servingUrl,
    portals: world.portals.map(({ port, probePort, process }) => ({
      pid: process.pid,
      port,
      probePort,
    })),
  });
  const artefacts = mkdtempSync(join(tmpdir(), "sekimori-artefacts-"));
  project.provide("artefacts", artefacts);
  return async () => {
    rmSync(artefacts, { recursive: true, force: true });
    await world.stop();
    await stopCluster();
  };
}
