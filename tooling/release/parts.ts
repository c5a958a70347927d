import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { lookedUp } from "../permitted-licences.ts";

/** A work of others that an artefact contains. */
export interface Part {
  readonly name: string;
  readonly version: string;
  /** By its SPDX name or expression. */
  readonly licence: string;
  /** The licence as the work brings it along; empty where it brings none. */
  readonly text: string;
  /** Where it is to be had (package-url); npm's registry unless given. */
  readonly address?: string;
}

/** The folder of the package that a bundled file belongs to; undefined for a file of ours. */
export const packageOf = (file: string): string | undefined =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];

/** What has no place in an artefact: it is for development, or made up. */
const unwanted = [
  /^(sandbox|e2e|bench|kit\/development)\//,
  /^(?!node_modules\/).*\/(testing|development|sample|fixtures|lab|comparison)\//,
  /^(?!node_modules\/).*[.](test|e2e)[.]tsx?$/,
];

/** Files of ours that were bundled and should not have been. */
export const unwantedIn = (files: readonly string[]): readonly string[] =>
  files.filter((file) => unwanted.some((pattern) => pattern.test(file)));

/** What a bundler says of a file: how it is written, and what it imports. */
interface BundledFile {
  readonly format?: string | undefined;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
}

/**
 * Imports that find no names when they run: a bundle gives a dynamic import of a CommonJS file its
 * default alone. Packages do so for files of their own that nobody reaches, or take the default.
 *
 * @returns each as "importer: imported"
 */
export const namelessImports = (files: Readonly<Record<string, BundledFile>>): readonly string[] =>
  Object.entries(files)
    .filter(([file]) => packageOf(file) === undefined)
    .flatMap(([file, { imports }]) =>
      imports
        .filter(({ kind, path }) => kind === "dynamic-import" && files[path]?.format === "cjs")
        .map(({ path }) => `${file}: ${path}`),
    );

const manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.looseObject({ type: z.string() })]).optional(),
});

const licenceFile = /^(licen[cs]e|copying)([.-].*)?$/i;

/**
 * Reads who made a package and under which licence.
 *
 * @param folder of the package, from the root
 * @throws Error when it has no licence
 */
export function readPart(root: string, folder: string): Part {
  const place = join(root, folder);
  const { name, version, license } = manifest.parse(
    JSON.parse(readFileSync(join(place, "package.json"), "utf8")),
  );
  const licence =
    (typeof license === "string" ? license : license?.type) ??
    (lookedUp.has(name) ? "MIT" : undefined);
  if (licence === undefined) throw new Error(`${name} ${version} has no licence.`);
  const file = existsSync(place)
    ? readdirSync(place).find((one) => licenceFile.test(one))
    : undefined;
  const text = file === undefined ? "" : readFileSync(join(place, file), "utf8").trim();
  return { name, version, licence, text };
}

/** Each part once, in the order of names. */
export function listed(parts: readonly Part[]): readonly Part[] {
  const byName = new Map(parts.map((part) => [`${part.name} ${part.version}`, part]));
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
}
