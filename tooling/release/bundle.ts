import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import assets from "../../assets.json" with { type: "json" };
import { architectures, nativePackages } from "./architecture.ts";
import { namelessImports, packageOf } from "./parts.ts";

/** Loads native code, which no bundle takes; copied whole, with that of the artefact's processor alone. */
const loaders = ["@node-rs/argon2"];
/** Whatever a bundle leaves to the one who loads it. */
const native = [...loaders, ...architectures.flatMap((one) => nativePackages(one).addons)].map(
  (place) => place.replace(/^node_modules\//, ""),
);

/** Opens files that lie beside it, so it stays as it is: what of it is reached, and these. */
const unbundled = { pdfkit: ["js/data", "js/standard-fonts"] } as const;

const common = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  metafile: true,
  logLevel: "warning",
} as const;

/** Every script that a thread or a process begins with, by its place in the artefact. */
export const scripts: Readonly<Record<string, string>> = {
  "app/sekimori.js": "cli/installed.ts",
  ...Object.fromEntries(Object.entries(assets).filter(([, source]) => source.endsWith(".ts"))),
};

/** A map whose sources are named from the root, as on every machine. */
function fromRoot(root: string, path: string, text: string): string {
  const map = JSON.parse(text) as { readonly sources: readonly string[] };
  const sources = map.sources.map((source) => relative(root, resolve(dirname(path), source)));
  return JSON.stringify({ ...map, sources });
}

/** Code of a processor's own, and where it stands. */
export interface Native {
  readonly root: string;
  /** From there, as `node_modules/NAME`. */
  readonly addons: readonly string[];
}

/**
 * Bundles the servers into `folder`, with what cannot be bundled beside them. Their source maps go to
 * `maps`, under the same names.
 *
 * @returns every file that went into it, from the root
 * @throws Error when an import would find nothing in the bundle
 */
export async function bundleServers(
  root: string,
  {
    folder,
    maps,
    addons,
  }: { readonly folder: string; readonly maps: string; readonly addons: Native },
): Promise<readonly string[]> {
  // Maps name their sources from where they lie, and names of chunks have the maps' digest in them:
  // so they lie at the root while they are made, wherever that is.
  const outdir = join(root, "artefact");
  const { metafile, outputFiles } = await build({
    ...common,
    absWorkingDir: root,
    outdir,
    write: false,
    sourcemap: "external",
    sourcesContent: false,
    entryPoints: Object.fromEntries(
      Object.entries(scripts).map(([place, source]) => [place.replace(/\.js$/, ""), source]),
    ),
    chunkNames: "app/chunks/[name]-[hash]",
    splitting: true,
    // Errors are told apart by the names of their classes.
    keepNames: true,
    charset: "utf8",
    legalComments: "none",
    external: [...native, ...Object.keys(unbundled)],
    alias: { cosmiconfig: join(root, "tooling/release/no-configuration.ts") },
    // Packages of the older kind ask for Node's own modules by `require`.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
  const nameless = namelessImports(metafile.inputs);
  if (nameless.length > 0) throw new Error(`Nothing would be imported: ${nameless.join(", ")}`);
  for (const { path, text, contents } of outputFiles) {
    const isMap = path.endsWith(".map");
    const place = join(isMap ? maps : folder, relative(outdir, path));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, isMap ? fromRoot(root, path, text) : contents);
  }
  const copied = await copyUnbundled(root, join(folder, "app"), addons);
  return [...Object.keys(metafile.inputs), ...copied].filter((file) => !file.startsWith("("));
}

/** Copies what is not bundled to where the bundle looks for it. @returns the files that were reached. */
async function copyUnbundled(
  root: string,
  app: string,
  { root: nativeRoot, addons }: Native,
): Promise<readonly string[]> {
  const { metafile } = await build({
    ...common,
    absWorkingDir: root,
    write: false,
    stdin: {
      contents: Object.keys(unbundled)
        .map((name) => `import "${name}";`)
        .join("\n"),
      resolveDir: root,
    },
  });
  const reached = Object.keys(metafile.inputs).filter((file) => packageOf(file) !== undefined);
  const copy = (path: string, from = root) => {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    cpSync(join(from, path), join(app, path), {
      recursive: true,
      filter: (file) => !/\.(ts|map|md)$/.test(file),
    });
  };
  for (const path of reached) copy(path);
  for (const folder of new Set(reached.map(packageOf))) copy(`${folder}/package.json`);
  for (const [name, folders] of Object.entries(unbundled)) {
    for (const folder of folders) copy(`node_modules/${name}/${folder}`);
  }
  for (const name of loaders) copy(`node_modules/${name}`);
  for (const place of addons) copy(place, nativeRoot);
  return [...reached, ...loaders.map((name) => `node_modules/${name}/package.json`)];
}
