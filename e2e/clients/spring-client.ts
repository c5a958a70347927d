import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf, writeFiles } from "./page-code.ts";

const folder = fileURLToPath(new URL("../../.cache/clients/spring", import.meta.url));

/** Is there once Maven has built the page's program, with all packages that it needs. */
export const springBuilt = join(folder, "target/example-1.jar");

const buildMs = 300_000;

/**
 * Builds the program of docs/integrate/spring.md, so that starting it later downloads nothing.
 *
 * @returns what could not be had, in a sentence
 */
export function fetchSpringClient(): string | undefined {
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, codeOf("spring.md", "3000", "4000"));
  const { status } = spawnSync("mvn", ["-q", "-B", "package"], {
    cwd: folder,
    stdio: "ignore",
    timeout: buildMs,
  });
  return status === 0 ? undefined : "Maven, a JDK, or the packages of Spring Boot";
}
