// Runs on any Node the machine has (>= 20.19), before anything is installed: plain JavaScript only.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Where the package of this machine's runtime keeps it (docs/decisions/002). */
const runtimeFolder = `${root}node_modules/node-${process.platform}-${process.arch}/bin`;

/**
 * The runtime to use: the one the project brings along where the registry has it for this
 * machine, else the machine's own, which then has to be new enough.
 */
export function runtime() {
  const broughtAlong = `${runtimeFolder}/node`;
  if (existsSync(broughtAlong)) return broughtAlong;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  console.error(
    `Node ${process.versions.node} cannot run the product, and the registry has no Node 24 for ` +
      `${process.platform} ${process.arch}. Install Node 24 and try again.`,
  );
  return process.exit(1);
}

/**
 * Puts the runtime among the commands of the project, where npm's scripts, `npx sekimori` and the
 * tests look for it. npm 11 has linked the package's; npm 10 leaves it out.
 */
export function linkRuntime() {
  const commands = `${root}node_modules/.bin`;
  const link = `${commands}/node`;
  if (existsSync(link)) return;
  mkdirSync(commands, { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(relative(commands, runtime()), link);
}

/** The packages of a lock file that this machine must have, by where they are installed. */
function packagesIn(file) {
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/**
 * Whether everything locked in a folder is installed in its locked version, by npm's own record.
 * With `withoutDevelopment`, what only tests and checks need may be missing.
 */
export function isInstalled(folder = root, { withoutDevelopment = false } = {}) {
  const installed = packagesIn(`${folder}node_modules/.package-lock.json`);
  return Object.entries(packagesIn(`${folder}package-lock.json`)).every(
    ([place, { version, link, optional, dev, devOptional }]) =>
      !place.startsWith("node_modules/") ||
      link ||
      optional ||
      (withoutDevelopment && (dev || devOptional)) ||
      installed[place]?.version === version,
  );
}

/**
 * Installs the locked dependencies when any is missing or of another version. npm is told which
 * install scripts may run by `allowScripts` in package.json. With `withoutDevelopment`, what only
 * tests and checks need is left out: almost half of the packages.
 */
export function installIfNeeded({ withoutDevelopment = false } = {}) {
  if (!isInstalled(root, { withoutDevelopment })) {
    console.log("Installing dependencies (about a minute the first time) …");
    const omitted = withoutDevelopment ? ["--omit=dev"] : [];
    run("npm", ["ci", ...omitted, "--no-audit", "--no-fund", "--loglevel=error"]);
  }
  linkRuntime();
}

/** Runs a command with its output shown; ends this process if it fails. */
export function run(command, args, environment = {}, folder = root) {
  const result = spawnSync(command, args, {
    cwd: folder,
    stdio: "inherit",
    env: withRuntime(environment),
  });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** This process's environment with the project's own Node and tools first on the path. */
export function withRuntime(environment = {}) {
  const path = [runtimeFolder, `${root}node_modules/.bin`, process.env.PATH].join(":");
  return { ...process.env, PATH: path, ...environment };
}
