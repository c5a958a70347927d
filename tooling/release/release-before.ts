import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBefore } from "@sekimori/kit-server/database";
import product from "../../package.json" with { type: "json" };

type LastFiles = Readonly<Record<string, number>>;

/**
 * What upgrades are tried against until there is a tagged version before this one: the commit since
 * which migrations only add, and the last file that each folder of migrations had then. `largeSince`
 * are the last files of 1.0.0, once it is out: later ones meet large tables that are in use.
 */
export const baseline: {
  readonly commit: string;
  readonly lastFiles: LastFiles;
  readonly largeSince?: LastFiles;
} = {
  commit: "20e78aed03ad369664046528ed4319a0601e62c9",
  lastFiles: {
    "karte/server/migrations": 46,
    "kit/server/database/migrations": 11,
    "portal/server/migrations": 70,
  },
};

interface ReleaseBefore {
  /** What people call it. */
  readonly name: string;
  readonly commit: string;
}

const git = (root: string, ...args: readonly string[]) =>
  execFileSync("git", ["-C", root, ...args], { encoding: "utf8" }).trim();

/**
 * The release that is upgraded from: the newest tag, such as `v1.0.0`, of a version before this one;
 * the baseline where there is none.
 *
 * @throws Error where the history does not reach back to it
 */
function releaseBefore(root: string, version: string): ReleaseBefore {
  const tags = git(root, "tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname");
  const name = tags
    .split("\n")
    .find((tag) => /^v\d+\.\d+\.\d+$/.test(tag) && isBefore(tag.slice(1), version));
  const commit = git(root, "rev-parse", "--verify", `${name ?? baseline.commit}^{commit}`);
  return { name: name ?? `the baseline, ${commit.slice(0, 8)}`, commit };
}

/**
 * Makes the artefacts of a commit from its own sources with its own packages, once: they are kept in
 * `.cache` by their commit.
 *
 * @returns the folder that they are in
 */
function artefactsOf(root: string, commit: string): string {
  const kept = join(root, ".cache/release-before", commit);
  if (existsSync(join(kept, "SHA256SUMS"))) return kept;
  const sources = mkdtempSync(join(tmpdir(), "sekimori-before-"));
  const inside: ExecFileSyncOptions = { cwd: sources, stdio: ["ignore", "ignore", "inherit"] };
  try {
    const archive = join(sources, "sources.tar");
    git(root, "archive", "--output", archive, commit);
    execFileSync("tar", ["--extract", "--file", archive], inside);
    rmSync(archive);
    execFileSync(
      "npm",
      ["ci", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
      inside,
    );
    const options = ["tooling/release/main.ts", "--quick", "--out", kept];
    // A commit that knows no image makes none; of the others it would take longest.
    const knowsImages = existsSync(join(sources, "tooling/release/image"));
    execFileSync(
      join(sources, "node_modules/.bin/node"),
      knowsImages ? [...options, "--without-image"] : options,
      { ...inside, env: { ...process.env, SOURCE_DATE_EPOCH: "1767225600" } },
    );
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
  return kept;
}

/** As a program: makes them, and says in JSON where they are, what they are called, and their last files. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { name, commit } = releaseBefore(root, product.version);
  const { lastFiles } = commit === baseline.commit ? baseline : {};
  console.log(JSON.stringify({ name, lastFiles, folder: artefactsOf(root, commit) }));
}
