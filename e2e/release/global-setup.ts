import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestCluster } from "@sekimori/kit-development/testing/global-setup";
import type { TestProject } from "vitest/node";

/**
 * Skipped tests would look like a release that was tried.
 *
 * @throws Error where no artefact can be made
 */
function requireArtefacts(): void {
  if (`${process.platform} ${process.arch}` !== "linux x64") {
    throw new Error("Artefacts are made on Linux on x64.");
  }
  if (spawnSync("xz", ["--version"]).status !== 0) {
    throw new Error("No artefact can be made: xz is not installed (Debian: xz-utils).");
  }
}

/** A PostgreSQL, and a folder for the artefacts of this run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  requireArtefacts();
  const cluster = await startTestCluster();
  const artefacts = mkdtempSync(join(tmpdir(), "sekimori-release-test-"));
  project.provide("postgresUrl", cluster.postgresUrl);
  project.provide("artefacts", artefacts);
  return async () => {
    rmSync(artefacts, { recursive: true, force: true });
    await cluster.stop();
  };
}
