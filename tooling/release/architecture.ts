import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { run } from "./run.ts";

/** For which processors artefacts are made. */
export const architectures = ["x64", "arm64"] as const;
export type Architecture = (typeof architectures)[number];

/** What Debian calls them. */
export const debianNames: Readonly<Record<Architecture, string>> = { x64: "amd64", arm64: "arm64" };

/** The packages that have code of a processor's own, from the root that they are in. */
export const nativePackages = (architecture: Architecture) =>
  ({
    runtime: `node_modules/node-linux-${architecture}`,
    addons: [`node_modules/@node-rs/argon2-linux-${architecture}-gnu`],
  }) as const;

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});

/**
 * Brings a package that is locked and that this machine does not install.
 *
 * @throws Error when it is not, byte for byte, what was locked
 */
function bring(root: string, place: string, work: string): void {
  const { packages } = lockFile.parse(
    JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")),
  );
  const { version, integrity } = packages[place] ?? {};
  const name = place.replace(/^node_modules\//, "");
  if (version === undefined) throw new Error(`${name} is not locked.`);
  const [{ filename = "" } = {}] = z
    .array(z.object({ filename: z.string() }))
    .parse(
      JSON.parse(run("npm", ["pack", `${name}@${version}`, "--json", "--pack-destination", work])),
    );
  const file = join(work, filename);
  const digest = createHash("sha512").update(readFileSync(file)).digest("base64");
  if (`sha512-${digest}` !== integrity)
    throw new Error(`${name} ${version} is not what was locked.`);
  const folder = join(work, place);
  mkdirSync(folder, { recursive: true });
  run("tar", ["--extract", "--file", file, "--directory", folder, "--strip-components=1"]);
}

/**
 * Where the code of a processor's own stands: in the tree for this machine's, in `work` for another's,
 * which is fetched and never run.
 */
export function nativeRoot(root: string, architecture: Architecture, work: string): string {
  if (architecture === process.arch) return root;
  mkdirSync(work, { recursive: true });
  const { runtime, addons } = nativePackages(architecture);
  for (const place of [runtime, ...addons]) bring(root, place, work);
  return work;
}
