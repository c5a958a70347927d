import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

const version = "26.5.6";
const sha256 = "490189d9dff05272432d51f71a069462eeca97f2920a694d539a1e6c26a5a347";

const cache = fileURLToPath(new URL("../../.cache/clients/keycloak", import.meta.url));

/** Keycloak's own distribution, once it is unpacked and built. */
export const keycloakFolder = join(cache, `keycloak-${version}`);

/** What it may take of memory; the rest of a JVM comes on top. */
export const keycloakHeap = "-Xms64m -Xmx512m";

const lacking = `Keycloak ${version}, by Maven and a JDK`;
const fetchMs = 300_000;
const buildMs = 300_000;

function succeeds(command: string, args: readonly string[], cwd: string, timeout: number): boolean {
  const env = { ...process.env, JAVA_OPTS_KC_HEAP: keycloakHeap };
  return spawnSync(command, args, { cwd, env, stdio: "ignore", timeout }).status === 0;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/**
 * Fetches Keycloak and builds it once, for a database in memory, so that starting it later is short.
 *
 * @returns what could not be had, in a sentence
 */
export async function fetchKeycloak(): Promise<string | undefined> {
  if (existsSync(keycloakFolder)) return undefined;
  const making = join(cache, "making");
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const archive = join(making, `keycloak-quarkus-dist-${version}.zip`);
  const copy = [
    ...["-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"],
    ...[`-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`, "-DoutputDirectory=."],
  ];
  if (!succeeds("mvn", copy, making, fetchMs) || !existsSync(archive)) return lacking;
  if ((await digestOf(archive)) !== sha256) return `Keycloak ${version}: another archive`;
  if (!succeeds("jar", ["-xf", archive], making, buildMs)) return lacking;
  const made = join(making, `keycloak-${version}`);
  if (!succeeds("sh", ["bin/kc.sh", "build", "--db=dev-mem"], made, buildMs)) return lacking;
  // Half of it would pass for the whole.
  renameSync(made, keycloakFolder);
  rmSync(making, { recursive: true });
  return undefined;
}
