import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where programs of Go are built, and found by the clients that are run. */
export const goPrograms = fileURLToPath(
  new URL("../../.cache/clients/go-programs", import.meta.url),
);

export const oauth2Proxy = join(goPrograms, "oauth2-proxy");

const module = "github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.3";
const buildMs = 600_000;

/**
 * Builds oauth2-proxy of its Go module.
 *
 * @returns what could not be had, in a sentence, with the last thing that Go said
 */
export function fetchOauth2Proxy(): string | undefined {
  if (existsSync(oauth2Proxy)) return undefined;
  mkdirSync(goPrograms, { recursive: true });
  const { status, stderr, error } = spawnSync("go", ["install", module], {
    env: { ...process.env, GOBIN: goPrograms },
    encoding: "utf8",
    timeout: buildMs,
  });
  if (status === 0) return undefined;
  const reason = error?.message ?? stderr.trim().split("\n").at(-1) ?? "";
  return `oauth2-proxy's Go module ${module}: ${reason.trim()}`;
}
