import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import options from "../../../cli/runtime-options.json" with { type: "json" };
import { type Architecture, debianNames } from "../architecture.ts";
import type { Release } from "../tree.ts";
import { compressed, debianChangelog, maintainer } from "./changelog.ts";
import { type PackingPackage, packDebian } from "./pack.ts";

const sources = import.meta.dirname;

/** Whether this machine can make packages for Debian. */
export const canPackDebian = (): boolean => spawnSync("dpkg-deb", ["--version"]).status === 0;

const common = (version: string, architecture: Architecture) => ({
  Version: version,
  Architecture: debianNames[architecture],
  Maintainer: maintainer,
  Section: "web",
  Priority: "optional",
});

/** What lies in /usr/share/doc of each package (policy 12.5 and 12.7). @param others whose works are in it */
function layOutDocuments(
  folder: string,
  name: string,
  tree: string,
  release: Release,
  others: string,
) {
  const documents = join(folder, "usr/share/doc", name);
  mkdirSync(documents, { recursive: true });
  const changelog = debianChangelog(
    name,
    readFileSync(join(tree, "CHANGELOG.md"), "utf8"),
    release,
  );
  writeFileSync(join(documents, "changelog.gz"), compressed(changelog));
  const head = `Sekimori ${release.version}\nCopyright (C) ${release.changedAt.getUTCFullYear()} the authors of Sekimori. All rights reserved.\n`;
  writeFileSync(join(documents, "copyright"), head + others);
}

/** What packages are made of, and where. */
export interface PackagesOf {
  /** Of the sources. */
  readonly root: string;
  /** Of an artefact; it is moved into the packages. */
  readonly tree: string;
  /** An empty folder. */
  readonly work: string;
  /** Where the packages go. */
  readonly out: string;
  readonly architecture: Architecture;
}

/**
 * Makes two packages for Debian: `sekimori-VERSION` has the files, below a folder of their own, and
 * `sekimori` the command, the units and the settings. So the files of a version stay while a process
 * of it runs and loads some of them late.
 *
 * @param effort from 0, quick, to 9
 * @returns the two files
 */
export function packDebianPackages(
  { root, tree, work, out, architecture }: PackagesOf,
  release: Release,
  effort: PackingPackage["effort"],
): readonly string[] {
  const { version, changedAt } = release;
  const packing = { changedAt, effort };
  const fileOf = (name: string) => join(out, `${name}_${version}_${debianNames[architecture]}.deb`);

  const units = join(work, "units");
  cpSync(join(sources, "files"), units, { recursive: true });
  const command = join(units, "usr/bin/sekimori");
  writeFileSync(command, readFileSync(command, "utf8").replace("@options@", options.join(" ")));
  mkdirSync(join(units, "etc/sekimori/secrets"));
  symlinkSync(version, join(units, "usr/lib/sekimori/current"));
  layOutDocuments(units, "sekimori", tree, release, "");
  // What an operator reads.
  cpSync(join(root, "docs/operate"), join(units, "usr/share/doc/sekimori"), { recursive: true });
  symlinkSync(
    "../../../lib/sekimori/current/deploy",
    join(units, "usr/share/doc/sekimori/examples"),
  );

  const versioned = `sekimori-${version}`;
  const files = join(work, "files");
  const licences = readFileSync(join(tree, "LICENSES"), "utf8");
  layOutDocuments(files, versioned, tree, release, `\n${licences}`);
  const place = join(files, "usr/lib/sekimori", version);
  mkdirSync(dirname(place), { recursive: true });
  renameSync(tree, place);

  packDebian(
    files,
    fileOf(versioned),
    {
      control: {
        Package: versioned,
        ...common(version, architecture),
        Depends: "libc6 (>= 2.28), libgcc-s1, libstdc++6",
        Description: `Sekimori ${version}: its files\n The servers with their runtime, web apps and migrations. Several versions may\n be installed at once: a process goes on with the files of its own.`,
      },
      scripts: {},
      modes: {},
    },
    packing,
  );
  packDebian(
    units,
    fileOf("sekimori"),
    {
      control: {
        Package: "sekimori",
        ...common(version, architecture),
        Depends: `${versioned} (= ${version}), systemd (>= 247) | systemd-standalone-sysusers, init-system-helpers (>= 1.54~)`,
        Suggests: "postgresql (>= 16)",
        Description:
          "identity and account portal of an attack-surface diagnosis service\n Portal, worker, karte and both consoles as units of systemd, with settings in /etc/sekimori.\n Nothing starts by itself: see /usr/share/doc/sekimori.",
      },
      scripts: Object.fromEntries(
        readdirSync(join(sources, "scripts")).map((name) => [
          name,
          readFileSync(join(sources, "scripts", name), "utf8"),
        ]),
      ),
      modes: { "etc/sekimori/secrets": 0o700 },
    },
    packing,
  );
  return [fileOf(versioned), fileOf("sekimori")];
}
