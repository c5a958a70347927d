#!/usr/bin/env node
// Hands over to the project's own runtime, which reads TypeScript.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const runtime = fileURLToPath(new URL("../node_modules/.bin/node", import.meta.url));
const { status, error } = spawnSync(runtime, [main, ...process.argv.slice(2)], {
  stdio: "inherit",
});
if (error) throw error;
process.exit(status ?? 1);
