import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@sekimori/kit-server/logger";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The test cluster's maintenance database; only `createTestDatabase` connects to it. */
    postgresUrl: string;
  }
}

const prefix = "sekimori-test-";

async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends clusters whose test run was killed, and removes their folders. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(tmpdir(), name);
    const owner = Number(await readFile(join(folder, "cluster.owner"), "utf8").catch(() => ""));
    if (!owner || (await isAlive(owner))) continue;
    const pidFile = await readFile(join(folder, "cluster/postmaster.pid"), "utf8").catch(() => "");
    const [pid, dataDir] = pidFile.split("\n");
    // Immediate shutdown: nothing in a test cluster is worth a checkpoint.
    if (dataDir === join(folder, "cluster") && (await isAlive(Number(pid)))) {
      process.kill(Number(pid), "SIGQUIT");
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts one PostgreSQL for a whole test run, in a folder that goes when it is stopped. */
export async function startTestCluster(): Promise<{
  readonly postgresUrl: string;
  readonly stop: () => Promise<void>;
}> {
  await sweep();
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, "cluster"),
    logger: createLogger({ name: "tests", level: "warn" }),
    durable: false,
    database: "maintenance",
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { postgresUrl: server.url, stop };
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, stop } = await startTestCluster();
  project.provide("postgresUrl", postgresUrl);
  return stop;
}
