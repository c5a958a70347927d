import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fetchDebianClients } from "./debian-clients.ts";
import { fetchGoModules, fetchOauth2Proxy } from "./go-clients.ts";
import { fetchKeycloak } from "./keycloak-distribution.ts";
import { fetchSpringClient } from "./spring-client.ts";

/**
 * The clients are installed by `npm test`, never by `npm start`. What `npm run clients` tries besides
 * is fetched here; what cannot be had is skipped, and said.
 */
export default async function setup(): Promise<void> {
  const installed = fileURLToPath(new URL("node_modules/.package-lock.json", import.meta.url));
  if (!existsSync(installed)) {
    throw new Error("The clients are not installed; `npm test -- --set-up` does it.");
  }
  if (process.env.SEKIMORI_CLIENTS !== "all") return;
  for (const problem of [
    ...fetchDebianClients(),
    fetchGoModules(),
    fetchOauth2Proxy(),
    fetchSpringClient(),
    await fetchKeycloak(),
  ]) {
    if (problem !== undefined) console.log(`not here: ${problem}`);
  }
}
