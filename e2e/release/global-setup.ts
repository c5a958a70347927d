import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestCluster } from "@sekimori/kit-development/testing/global-setup";
import type { TestProject } from "vitest/node";

/** A PostgreSQL, and a folder for the artefacts of this run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const artefacts = mkdtempSync(join(tmpdir(), "sekimori-release-test-"));
  project.provide("postgresUrl", cluster.postgresUrl);
  project.provide("artefacts", artefacts);
  return async () => {
    rmSync(artefacts, { recursive: true, force: true });
    await cluster.stop();
  };
}
