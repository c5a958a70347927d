import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestCluster } from "@sekimori/kit-development/testing/global-setup";
import type { ProvidedContext } from "vitest";
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

type Standing = Pick<ProvidedContext, "faults" | "artefacts" | "postgresUrl">;

interface Shared {
  readonly standing: Standing;
  readonly stop: () => Promise<void>;
}

/** Both projects of faults load this module anew, in one process. */
const here = globalThis as typeof globalThis & { sekimoriFaults?: Promise<Shared> };

/** One PostgreSQL for the run, and one standing product for the rows that kill nothing. */
async function start(): Promise<Shared> {
  const cluster = await startTestCluster();
  const { postgresUrl } = cluster;
  const world = await startWorld({ serverUrl: postgresUrl, portals: 2, workers: 2 });
  const artefacts = mkdtempSync(join(tmpdir(), "sekimori-artefacts-"));
  const faults = {
    origin: world.origin,
    sandboxOrigin: world.sandboxOrigin,
    databaseUrl: world.databaseUrl,
    servingUrl: world.servingUrl,
    portals: world.portals.map(({ port, probePort, process }) => ({
      pid: process.pid,
      port,
      probePort,
    })),
  };
  const stop = async () => {
    rmSync(artefacts, { recursive: true, force: true });
    await world.stop();
    await cluster.stop();
  };
  return { standing: { faults, artefacts, postgresUrl }, stop };
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = here.sekimoriFaults === undefined;
  here.sekimoriFaults ??= start();
  const { standing, stop } = await here.sekimoriFaults;
  project.provide("faults", standing.faults);
  project.provide("artefacts", standing.artefacts);
  project.provide("postgresUrl", standing.postgresUrl);
  return async () => {
    if (isFirst) await stop();
  };
}
