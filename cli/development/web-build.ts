import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { dayMs } from "@sekimori/kit-contract/tokyo";

/** The applications that have a web app, each in its folder `web`. */
type Application = "portal" | "karte" | "console";

const sourcesOf = (application: Application) => [
  `${application}/web`,
  `${application}/contract`,
  // Guides, which the console shows.
  ...(application === "console" ? ["docs/integrate"] : []),
  "kit/web",
  "kit/embed",
  "kit/charts",
  "kit/contract",
];
const skipped = new Set(["node_modules", "dist", ".cache"]);

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) yield* filesBelow(path);
    } else if (!/\.(test|e2e)\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Changes whenever a source file of the web app, or a dependency's version, does. */
function fingerprint(root: string, application: Application): string {
  const hash = createHash("sha256");
  const files = sourcesOf(application).flatMap((folder) => [...filesBelow(join(root, folder))]);
  for (const file of [...files.sort(), join(root, "package-lock.json")]) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\n`);
  }
  return hash.digest("hex");
}

function build(
  root: string,
  application: Application,
  output: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const vite = spawn("vite", ["build", "--logLevel", "error", "--outDir", output], {
      cwd: join(root, application, "web"),
      stdio: ["ignore", "inherit", "inherit"],
      ...(signal === undefined ? {} : { signal }),
      // Whoever starts us may be a test; what people get is what is tested.
      env: { ...process.env, NODE_ENV: "production" },
    });
    vite.once("error", reject);
    vite.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The web app's build ended with code ${code}.`)),
    );
  });
}

/** Removes builds of other days; one of today may still be served by another process. */
function prune(folder: string, kept: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name !== kept && Date.now() - statSync(path).mtimeMs > dayMs) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/**
 * Builds an application's web app unless these very sources were built before. A build is made aside
 * and moved into its place when complete, so that processes that start together do not disturb
 * each other or those that serve an older one.
 *
 * @param announce called once, before a build begins
 * @param signal breaks a build off
 * @returns the folder to serve
 * @throws Error when the build fails; its output has the reason
 */
export async function buildWebIfStale(
  root: string,
  application: Application,
  announce: () => void,
  signal?: AbortSignal,
): Promise<string> {
  const builds = join(root, ".cache/web", application);
  const name = fingerprint(root, application);
  const place = join(builds, name);
  if (existsSync(place)) return place;
  announce();
  const unfinished = `${place}.${process.pid}`;
  try {
    await build(root, application, unfinished, signal);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  try {
    renameSync(unfinished, place);
  } catch (error) {
    // Another process was faster; its build is of the same sources.
    if (!existsSync(place)) throw error;
    rmSync(unfinished, { recursive: true, force: true });
  }
  prune(builds, name);
  return place;
}
