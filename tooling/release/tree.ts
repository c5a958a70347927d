import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import assets from "../../assets.json" with { type: "json" };
import { buildWebIfStale } from "../../cli/development/web-build.ts";
import options from "../../cli/runtime-options.json" with { type: "json" };
import { type Architecture, nativePackages, nativeRoot } from "./architecture.ts";
import { bundleServers } from "./bundle.ts";
import { componentList } from "./component-list.ts";
import { launcher } from "./launcher.ts";
import { licencesText } from "./licences.ts";
import { listed, type Part, packageOf, readPart, unwantedIn } from "./parts.ts";

export interface Release {
  readonly version: string;
  /** When what it is made of was last changed; every file bears it. */
  readonly changedAt: Date;
}

/** Works of others of which a single file is copied. */
const assetPackages = Object.values(assets).map(packageOf);

/** What a web app's build says of the packages in it. */
const webParts = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.string(),
    text: z.string().nullish(),
  }),
);

/** Builds a web app, copies it, and reads who made its parts. */
async function layOutWeb(
  root: string,
  folder: string,
  app: "portal" | "karte" | "console",
): Promise<Part[]> {
  const built = await buildWebIfStale(root, app, () => console.log(`Building ${app}'s web app …`));
  cpSync(built, join(folder, "web", app), {
    recursive: true,
    filter: (path) => !path.endsWith("/.vite"),
  });
  const file = join(built, ".vite/license.json");
  return webParts
    .parse(JSON.parse(readFileSync(file, "utf8")))
    .map(({ name, version, identifier, text }) => ({
      name,
      version,
      licence: identifier,
      text: text?.trim() ?? "",
    }));
}

/** Modes and times that do not depend on whose machine this is. */
export function normalise(folder: string, changedAt: Date): void {
  for (const name of [...globSync("**/{*,.*}", { cwd: folder }), "."]) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (!stat.isSymbolicLink()) {
      chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
    }
    lutimesSync(path, changedAt, changedAt);
  }
}

/**
 * Writes into an artefact who made its parts, under which licence, and the list of them for machines.
 *
 * @throws Error naming each part whose licence does not permit what we do with it
 */
export function writeParts(
  folder: string,
  parts: readonly Part[],
  { version, changedAt }: Release,
): void {
  writeFileSync(join(folder, "LICENSES"), licencesText(`Sekimori ${version}`, parts));
  writeFileSync(join(folder, "sbom.cdx.json"), componentList(version, parts, changedAt));
}

/** Where an artefact is laid out, and for which processor. */
export interface LaidOut {
  /** Empty; for what is installed. */
  readonly folder: string;
  readonly maps: string;
  /** For what has to be fetched. */
  readonly work: string;
  readonly architecture: Architecture;
}

/**
 * Lays out everything that is installed, in an empty folder, and the maps of its code in another.
 *
 * @returns the works of others in it
 * @throws Error when something of development, or without a licence, would be in it
 */
export async function layOut(
  root: string,
  { folder, maps, work, architecture }: LaidOut,
  release: Release,
): Promise<readonly Part[]> {
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  const copy = (from: string, to: string) =>
    cpSync(join(root, from), join(folder, to), { recursive: true });

  const { runtime, addons } = nativePackages(architecture);
  const ownRoot = nativeRoot(root, architecture, work);
  const bundled = await bundleServers(root, { folder, maps, addons: { root: ownRoot, addons } });
  const unwanted = unwantedIn(bundled);
  if (unwanted.length > 0) throw new Error(`Not for an artefact: ${unwanted.join(", ")}`);
  const web = [
    ...(await layOutWeb(root, folder, "portal")),
    ...(await layOutWeb(root, folder, "karte")),
    ...(await layOutWeb(root, folder, "console")),
  ];
  for (const [place, source] of Object.entries(assets)) {
    if (!existsSync(join(folder, place))) copy(source, place);
  }
  cpSync(join(ownRoot, runtime, "bin/node"), join(folder, "node/bin/node"), { recursive: true });
  // Its README is for those who change it.
  cpSync(join(root, "deploy"), join(folder, "deploy"), {
    recursive: true,
    filter: (path) => !path.endsWith("README.md"),
  });
  copy("CHANGELOG.md", "CHANGELOG.md");
  write("bin/sekimori", launcher(options), 0o755);
  const { version, changedAt } = release;
  const manifest = { name: "sekimori", version, private: true, type: "module" };
  write("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);

  const packages = [...bundled.map(packageOf), ...assetPackages];
  const own = [...new Set(packages)]
    .filter((path) => path !== undefined)
    .map((path) => readPart(root, path));
  const native = [runtime, ...addons].map((path) => readPart(ownRoot, path));
  const parts = listed([...own, ...native, ...web]).filter(
    ({ name }) => !name.startsWith("@sekimori/"),
  );
  writeParts(folder, parts, release);
  normalise(folder, changedAt);
  normalise(maps, changedAt);
  return parts;
}
