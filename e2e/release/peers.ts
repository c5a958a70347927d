import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Programs of others that read the chart and the compose file: installed once, into .cache, where they
// can be had. Never a part of the product.

const folder = fileURLToPath(new URL("../../.cache/release-peers", import.meta.url));
const python = join(folder, "python");
const pythonPackages = ["kubernetes-validate==1.37.0", "checkov==3.3.30", "compose-spec==0.2.1"];
const helmSource = "helm.sh/helm/v3/cmd/helm@v3.19.0";

const options = { stdio: "ignore", timeout: 500_000 } as const;

/** Helm, from its source, where Go is installed. @returns its path; undefined where it cannot be had */
export function helm(): string | undefined {
  const place = join(folder, "bin/helm");
  if (!existsSync(place)) {
    const env = { ...process.env, GOBIN: join(folder, "bin"), GOFLAGS: "-buildvcs=false" };
    spawnSync("go", ["install", helmSource], { ...options, env });
  }
  return existsSync(place) ? place : undefined;
}

/** Where programs of Python's packages are; undefined where they cannot be had. */
export function pythonPeers(): string | undefined {
  const place = join(python, "bin");
  if (existsSync(join(place, "checkov"))) return place;
  const isThere =
    spawnSync("python3", ["-m", "venv", python], options).status === 0 &&
    spawnSync(join(place, "pip"), ["install", "-q", ...pythonPackages], options).status === 0;
  if (isThere) return place;
  // Half an installation would pass for a whole one.
  rmSync(python, { recursive: true, force: true });
  return undefined;
}
