#!/usr/bin/env node
// Hands over to the project's own runtime, which reads TypeScript.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const runtime = pathOf("../node_modules/.bin/node");
// What lives for one request only needs little room; V8 would keep 32 MiB for it from the start, and
// let what lives longer grow to twice what is alive before it cleans up.
const options = JSON.parse(readFileSync(pathOf("runtime-options.json"), "utf8"));
const args = [...options, pathOf("main.ts"), ...process.argv.slice(2)];
// Compiled once, every later start is shorter. main.ts says the same, but only after it has been
// compiled itself.
const env = { NODE_COMPILE_CACHE: pathOf("../.cache/compile"), ...process.env };

// This process becomes the other where it can (Node.js 22.15), so that signals reach the right one
// and no launcher stays in memory.
if (process.execve !== undefined) process.execve(runtime, [runtime, ...args], env);

const child = spawn(runtime, args, { stdio: "inherit", env });
child.on("error", (error) => {
  throw error;
});
// A terminal sends Ctrl-C to both; what is sent to this process alone is handed on.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
