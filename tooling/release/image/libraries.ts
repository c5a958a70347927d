import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Part } from "../parts.ts";
import { run } from "../run.ts";

/** The licences of what the runtime links to, by the package of Debian that has it. */
const licences: Readonly<Record<string, string>> = {
  libc6: "LGPL-2.1-or-later",
  "libgcc-s1": "GPL-3.0-or-later WITH GCC-exception-3.1",
  "libstdc++6": "GPL-3.0-or-later WITH GCC-exception-3.1",
};

/** Whether this machine has Debian's packages, of which an image takes its C library. */
export const hasDebianLibraries = (): boolean =>
  existsSync("/etc/debian_version") &&
  spawnSync("dpkg-query", ["--show", ...Object.keys(licences)]).status === 0;

/** What the linker opens for these programs. */
const linked = (programs: readonly string[]): readonly string[] => [
  ...new Set(
    programs.flatMap((program) =>
      [...run("ldd", [program]).matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path),
    ),
  ),
];

/** The package that a file belongs to, whichever of its names dpkg knows. */
function packageOf(file: string): string {
  const names = [file, realpathSync(file), `/usr${file}`, file.replace(/^\/usr/, "")];
  for (const name of names) {
    const { status, stdout } = spawnSync("dpkg-query", ["--search", name], { encoding: "utf8" });
    if (status === 0) return stdout.split(":")[0] ?? "";
  }
  throw new Error(`${file} belongs to no package of Debian.`);
}

const shared = "usr/share/common-licenses";

/**
 * Copies the libraries that programs need into the root of an image, under the names that the linker
 * looks for, with what Debian says of each package, so that scanners know it.
 *
 * @returns the packages, with their licences
 * @throws Error when a file is not as its package has it, or belongs to one whose licence is not known
 */
export function copyLibraries(root: string, programs: readonly string[]): readonly Part[] {
  const copy = (path: string, to: string) => {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    copyFileSync(realpathSync(path), join(root, to));
  };
  const files = linked(programs);
  const packages = [...new Set(files.map(packageOf))].sort();
  const changed = run("dpkg", ["--verify", ...packages]);
  if (changed !== "") throw new Error(`Not as their packages have them:\n${changed}`);
  for (const file of files) {
    // The loader is asked for by its whole name, the others by where libraries are.
    const isLoader = basename(file).startsWith("ld-linux");
    copy(file, join("usr", isLoader ? "lib64" : "lib/x86_64-linux-gnu", basename(file)));
  }
  copy("/etc/os-release", "etc/os-release");
  return packages.map((name) => {
    const licence = licences[name];
    if (licence === undefined) throw new Error(`Nobody has looked up the licence of ${name}.`);
    const [version = "", source = "", sourceVersion = ""] = run("dpkg-query", [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own fields.
      ...["--show", "--showformat=${Version}\t${source:Package}\t${source:Version}"],
      name,
    ]).split("\t");
    const copyright = `usr/share/doc/${name}/copyright`;
    copy(`/${copyright}`, copyright);
    const text = readFileSync(join(root, copyright), "utf8");
    for (const [path] of text.matchAll(/\/usr\/share\/common-licenses\/[\w.-]*\w/g)) {
      copy(path, join(shared, basename(path)));
    }
    const status = join(root, "var/lib/dpkg/status.d");
    mkdirSync(status, { recursive: true });
    writeFileSync(join(status, name), run("dpkg-query", ["--status", name]));
    return {
      name,
      version,
      licence,
      address: `pkg:deb/debian/${name.replaceAll("+", "%2B")}@${version}?arch=amd64`,
      text: [
        `A library of Debian's, unchanged and in files of its own; whoever passes it on passes on its`,
        `source too: Debian's source package ${source} ${sourceVersion}. The licences in full lie in`,
        `/${shared}.`,
        "",
        text.trim(),
      ].join("\n"),
    };
  });
}
