import { createHash } from "node:crypto";
import { chmodSync, globSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../run.ts";
import { seconds } from "../tarball.ts";
import { normalise } from "../tree.ts";

export interface Package {
  /** Fields of the control file, in their order. */
  readonly control: Readonly<Record<string, string>>;
  /** What runs before and after files come and go, by name: postinst, prerm, postrm. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Files whose modes are not the usual ones, from the package's root. */
  readonly modes: Readonly<Record<string, number>>;
}

export interface PackingPackage {
  readonly changedAt: Date;
  /** From 0, quick, to 9. */
  readonly effort: number;
}

const filesIn = (folder: string): readonly string[] =>
  globSync("**/{*,.*}", { cwd: folder })
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .sort();

/** KiB that the files take where blocks have 4 (policy 5.6.20). */
const installedSize = (folder: string, files: readonly string[]) =>
  files.reduce((sum, path) => sum + 4 * Math.ceil(lstatSync(join(folder, path)).size / 4_096), 0);

const sums = (folder: string, files: readonly string[]) =>
  files
    .map((path) => {
      const sum = createHash("md5")
        .update(readFileSync(join(folder, path)))
        .digest("hex");
      return `${sum}  ${path}\n`;
    })
    .join("");

/**
 * Packs the files in `folder` into `file` (.deb): the same files are the same bytes. Files below etc
 * are the operator's to edit, and an upgrade keeps what was edited.
 */
export function packDebian(
  folder: string,
  file: string,
  { control, scripts, modes }: Package,
  { changedAt, effort }: PackingPackage,
): void {
  const files = filesIn(folder);
  const own = join(folder, "DEBIAN");
  mkdirSync(own);
  const conffiles = files.filter((path) => path.startsWith("etc/"));
  const fields = { ...control, "Installed-Size": String(installedSize(folder, files)) };
  const texts = {
    control: Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(""),
    md5sums: sums(folder, files),
    conffiles: conffiles.map((path) => `/${path}\n`).join(""),
  };
  for (const [name, text] of Object.entries(texts)) {
    if (text !== "") writeFileSync(join(own, name), text);
  }
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(own, name), text, { mode: 0o755 });
  }
  normalise(folder, changedAt);
  for (const [path, mode] of Object.entries(modes)) chmodSync(join(folder, path), mode);
  run(
    "dpkg-deb",
    ["--root-owner-group", "-Zxz", `-z${effort}`, "--threads-max=2", "--build", folder, file],
    { SOURCE_DATE_EPOCH: seconds(changedAt) },
  );
}
