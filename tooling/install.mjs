// Runs on any Node the machine has (>= 20.19), before anything is installed: plain JavaScript only.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

const broughtAlong = `${root}node_modules/.bin/node`;

/**
 * The runtime to use: the one the project brings along where the registry has it for this
 * machine (docs/decisions/002), else the machine's own, which then has to be new enough.
 */
export function runtime() {
  if (existsSync(broughtAlong)) return broughtAlong;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  console.error(
    `Node ${process.versions.node} cannot run the product, and the registry has no Node 24 for ` +
      `${process.platform} ${process.arch}. Install Node 24 and try again.`,
  );
  return process.exit(1);
}

/** The packages of a lock file that this machine must have, by where they are installed. */
function packagesIn(file) {
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/** Whether everything locked is installed in its locked version, by npm's own record. */
function isInstalled() {
  const installed = packagesIn(`${root}node_modules/.package-lock.json`);
  return Object.entries(packagesIn(`${root}package-lock.json`)).every(
    ([place, { version, link, optional }]) =>
      !place.startsWith("node_modules/") ||
      link ||
      optional ||
      installed[place]?.version === version,
  );
}

/**
 * Installs the locked dependencies when any is missing or of another version. npm is told which
 * install scripts may run by `allowScripts` in package.json.
 */
export function installIfNeeded() {
  if (isInstalled()) return;
  console.log("Installing dependencies (about a minute the first time) …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/** Runs a command in the project's root with its output shown; ends this process if it fails. */
export function run(command, args, environment = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: withRuntime(environment),
  });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** This process's environment with the project's own Node and tools first on the path. */
export function withRuntime(environment = {}) {
  return { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH}`, ...environment };
}
