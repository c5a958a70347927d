// `npm run release`: the artefacts of this version, in dist/. `-- --out FOLDER` puts them elsewhere,
// `-- --quick` packs them loosely, for tests, `-- --without-image` leaves out what takes longest,
// `-- --arch x64` makes those of one kind of processors.
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import product from "../../package.json" with { type: "json" };
import { type Architecture, architectures } from "./architecture.ts";
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
    arch: { type: "string", multiple: true, default: [...architectures] },
  },
});
const wanted = architectures.filter((one) => options.arch.includes(one));

/** The moment of the newest commit, so that whoever builds it gets the same bytes. */
const changedAt = new Date(
  1_000 *
    Number(
      process.env.SOURCE_DATE_EPOCH ?? run("git", ["-C", root, "log", "-1", "--format=%ct"]).trim(),
    ),
);
if (process.platform !== "linux" || process.arch !== "x64") {
  throw new Error("Artefacts are made on Linux on x64: the image holds libraries of this machine.");
}

const key = signingKey(process.env.RELEASE_KEY_FILE);
if (key === undefined) console.log("Not signed: RELEASE_KEY_FILE names no key.");

const { version } = product;
const out = resolve(root, options.out);
mkdirSync(out, { recursive: true });
const work = mkdtempSync(join(tmpdir(), "sekimori-release-"));
const release = { version, changedAt };
const effort = options.quick ? 0 : 6;

/** The artefacts for one kind of processors; what is the same for all is made with this machine's. */
async function made(architecture: Architecture): Promise<readonly string[]> {
  const name = `sekimori-${version}-linux-${architecture}`;
  const own = join(work, architecture);
  const [tree, maps] = [join(own, name), join(own, "maps", name)];
  mkdirSync(tree, { recursive: true });
  mkdirSync(maps, { recursive: true });
  const fetched = join(own, "fetched");
  const parts = await layOut(root, { folder: tree, maps, work: fetched, architecture }, release);
  const files = [join(out, `${name}.tar.xz`), join(out, `${name}-maps.tar.xz`)];
  packTarball(tree, files[0] ?? "", { changedAt, effort });
  packTarball(maps, files[1] ?? "", { changedAt, effort });
  if (architecture === process.arch) {
    const chart = join(out, `sekimori-${version}.tgz`);
    packChart(join(tree, "deploy/chart"), "sekimori", chart, changedAt);
    files.push(chart);
    const hindered = options["without-image"] ? "--without-image says so" : hindrance();
    if (hindered === undefined) {
      const file = join(out, `${name}.oci.tar`);
      mkdirSync(join(own, "image"));
      const digest = packImage({ tree, parts, work: join(own, "image"), file }, release);
      console.log(`The image is ${digest}.`);
      files.push(file);
    } else console.log(`No image: ${hindered}.`);
  }
  if (canPackDebian()) {
    files.push(
      ...packDebianPackages({ root, tree, work: own, out, architecture }, release, effort),
    );
  } else console.log("No packages for Debian: dpkg-deb is not installed (Debian: dpkg).");
  return files;
}

try {
  const files: string[] = [];
  for (const architecture of wanted) files.push(...(await made(architecture)));
  writeChecksums(out, files, key);
  for (const file of files) {
    console.log(`${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
  console.log(`Changed at ${seconds(changedAt)} (SOURCE_DATE_EPOCH).`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
