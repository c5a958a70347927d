import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Tools of others that are no packages of Debian, each exactly as it was when the lab was made. */
const OUTSIDE_PACKAGES = [
  { name: "sslyze", registry: "pypi", version: "6.3.1" },
  { name: "checkdmarc", registry: "pypi", version: "5.17.1" },
  { name: "sectxt", registry: "pypi", version: "0.9.8" },
  { name: "retire", registry: "npm", version: "5.7.0" },
  { name: "@mdn/mdn-http-observatory", registry: "npm", version: "1.4.8" },
] as const;

const INSTALL_MS = 600_000;

/**
 * Puts each of them into a folder of its own below `cache`, where it harms no other. What a registry does
 * not give is missing there, and is said where it would be asked.
 */
export function fetchOutside(cache: string): {
  readonly folder: string;
  readonly versions: Readonly<Record<string, string>>;
} {
  const folder = join(cache, "outside");
  const versions: Record<string, string> = {};
  for (const { name, registry, version } of OUTSIDE_PACKAGES) {
    const into = join(folder, name.split("/").at(-1) ?? name);
    const mark = join(into, "here");
    const wanted = `${name} ${version}`;
    if (!existsSync(mark)) {
      rmSync(into, { recursive: true, force: true });
      mkdirSync(into, { recursive: true });
      if (install(registry, into, name, version)) writeFileSync(mark, wanted);
    }
    if (existsSync(mark)) versions[name] = version;
  }
  return { folder, versions };
}

function install(registry: "pypi" | "npm", into: string, name: string, version: string): boolean {
  const run = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { stdio: "ignore", timeout: INSTALL_MS }).status === 0;
  if (registry === "pypi") {
    const quiet = ["--quiet", "--disable-pip-version-check", "--no-warn-conflicts", "--no-compile"];
    // The Python of the distribution runs them.
    const target = ["-m", "pip", "install", ...quiet, "--target", into, `${name}==${version}`];
    return run("/usr/bin/python3", target);
  }
  writeFileSync(join(into, "package.json"), "{}");
  const how = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefix", into];
  if (!run("npm", ["install", ...how, `${name}@${version}`])) return false;
  // The Observatory's install script would fetch the browsers' preload list; no state is on it.
  const list = join(into, "node_modules/@mdn/mdn-http-observatory/conf");
  if (existsSync(list)) writeFileSync(join(list, "hsts-preload.json"), "{}");
  return true;
}
