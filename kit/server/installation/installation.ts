import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sources from "../../../assets.json" with { type: "json" };

/**
 * Something that is opened while the product runs and that no import reaches: named by its place in
 * what a release installs. `assets.json` says where it stands in the source tree.
 */
export type Asset = keyof typeof sources;

interface Manifest {
  readonly name?: string;
  readonly version?: string;
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

/** The nearest folder above whose package.json is the product's own and no part's. */
function findRoot(folder: string): { readonly root: string; readonly version: string } {
  const file = join(folder, "package.json");
  const { name, version } = existsSync(file) ? (read(file) as Manifest) : {};
  if (name === "sekimori" && version !== undefined) return { root: folder, version };
  const above = dirname(folder);
  if (above === folder) throw new Error("The product's package.json is not there.");
  return findRoot(above);
}

const installation = findRoot(import.meta.dirname);

/** The product's version, from the one package.json that has it. */
export const version = installation.version;

/** The source tree has the table of assets at its root; an installation has them where it says. */
const isSource = existsSync(join(installation.root, "assets.json"));

/** Where an asset stands on this machine, in the source tree and in an installation alike. */
export const assetPath = (asset: Asset): string =>
  join(installation.root, isSource ? sources[asset] : asset);
