// `npm run release`: the artefacts of this version, in dist/. `-- --out FOLDER` puts them elsewhere,
// `-- --quick` packs them loosely, for tests, `-- --without-image` leaves out what takes longest.
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import product from "../../package.json" with { type: "json" };
import { canPackDebian, packDebianPackages } from "./debian/packages.ts";
import { hindrance, packImage } from "./image/image.ts";
import { run } from "./run.ts";
import { signingKey, writeChecksums } from "./signing.ts";
import { packChart, packTarball, seconds } from "./tarball.ts";
import { layOut } from "./tree.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: "dist" },
    quick: { type: "boolean", default: false },
    "without-image": { type: "boolean", default: false },
  },
});

/** The moment of the newest commit, so that whoever builds it gets the same bytes. */
const changedAt = new Date(
  1_000 *
    Number(
      process.env.SOURCE_DATE_EPOCH ?? run("git", ["-C", root, "log", "-1", "--format=%ct"]).trim(),
    ),
);
if (process.platform !== "linux" || process.arch !== "x64") {
  throw new Error("Artefacts are made on Linux on x64: they hold the runtime of this machine.");
}

const key = signingKey(process.env.RELEASE_KEY_FILE);
if (key === undefined) console.log("Not signed: RELEASE_KEY_FILE names no key.");

const { version } = product;
const out = resolve(root, options.out);
mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "sekimori-release-"));
try {
  const name = `sekimori-${version}-linux-x64`;
  const tree = join(work, name);
  const maps = join(work, "maps", name);
  mkdirSync(tree);
  mkdirSync(maps, { recursive: true });
  const release = { version, changedAt };
  const effort = options.quick ? 0 : 6;
  const parts = await layOut(root, { folder: tree, maps }, release);
  const tarball = join(out, `${name}.tar.xz`);
  packTarball(tree, tarball, { changedAt, effort });
  const mapped = join(out, `${name}-maps.tar.xz`);
  packTarball(maps, mapped, { changedAt, effort });
  const chart = join(out, `sekimori-${version}.tgz`);
  packChart(join(tree, "deploy/chart"), "sekimori", chart, changedAt);
  const made = [tarball, mapped, chart];
  const hindered = options["without-image"] ? "--without-image says so" : hindrance();
  if (hindered === undefined) {
    const file = join(out, `${name}.oci.tar`);
    mkdirSync(join(work, "image"));
    const digest = packImage({ tree, parts, work: join(work, "image"), file }, release);
    console.log(`The image is ${digest}.`);
    made.push(file);
  } else console.log(`No image: ${hindered}.`);
  if (canPackDebian()) made.push(...packDebianPackages({ root, tree, work, out }, release, effort));
  else console.log("No packages for Debian: dpkg-deb is not installed (Debian: dpkg).");
  writeChecksums(out, made, key);
  for (const file of made) {
    console.log(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
  console.log(`Changed at ${seconds(changedAt)} (SOURCE_DATE_EPOCH).`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
