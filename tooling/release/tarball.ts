import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { run } from "./run.ts";

export interface Packing {
  readonly changedAt: Date;
  /** From 0, quick, to 9. */
  readonly effort: number;
}

/** Seconds since 1970, as other programs take a moment. */
export const seconds = (moment: Date): string => String(Math.floor(moment.getTime() / 1_000));

/** What makes the same files the same bytes, on every machine. */
const alike = (changedAt: Date): readonly string[] => [
  ...["--format=gnu", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"],
  `--mtime=@${seconds(changedAt)}`,
];

/** Packs what is in a folder, without the folder, into `file` (.tar), whose parts are packed already. */
export function packPlainly(folder: string, file: string, changedAt: Date): void {
  const names = readdirSync(folder).sort();
  const modes = "--mode=u=rwX,go=rX";
  run("tar", [
    "--create",
    "--file",
    file,
    ...alike(changedAt),
    modes,
    "--directory",
    folder,
    ...names,
  ]);
}

/** Packs a chart as Helm does, into `file` (.tgz), its files below the chart's name. */
export function packChart(folder: string, name: string, file: string, changedAt: Date): void {
  run("tar", [
    ...["--create", "--file", file, "--gzip", ...alike(changedAt), "--mode=u=rwX,go=rX"],
    ...[`--transform=s,^[.],${name},`, "--directory", folder, "."],
  ]);
}

/**
 * Packs a folder into `file` (.tar.xz): the same files are the same bytes, on every machine. Blocks are
 * of one size however many processors there are.
 */
export function packTarball(folder: string, file: string, { changedAt, effort }: Packing): void {
  run(
    "tar",
    [
      ...["--create", "--file", file, "--xz", ...alike(changedAt)],
      ...["--directory", dirname(folder), basename(folder)],
    ],
    { XZ_OPT: `-${effort} --threads=2 --block-size=25165824` },
  );
}
