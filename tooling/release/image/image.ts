import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import options from "../../../cli/runtime-options.json" with { type: "json" };
import type { Part } from "../parts.ts";
import { run } from "../run.ts";
import { packPlainly, seconds } from "../tarball.ts";
import { normalise, type Release, writeParts } from "../tree.ts";
import { copyLibraries, hasDebianLibraries } from "./libraries.ts";

/** What hinders an image on this machine; undefined where nothing does. */
export function hindrance(): string | undefined {
  if (spawnSync("buildah", ["--version"]).status !== 0) {
    return "buildah is not installed (Debian: buildah)";
  }
  return hasDebianLibraries() ? undefined : "this is no Debian, whose C library it would take";
}

/** Where an image has the files of the tarball. */
const home = "opt/sekimori";

/** Who its processes are: nobody else's number on most machines. */
const user = 10_001;

/** `sekimori` for people inside: an image without a shell has nothing to read a script but Node. */
const command = `#!/${home}/node/bin/node\nimport("/${home}/app/sekimori.js");\n`;

/** The file system of an image, in an empty folder. */
function layOutRoot(root: string, tree: string, parts: readonly Part[], release: Release): void {
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  for (const folder of ["etc", "usr/bin", "usr/lib", "usr/lib64"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const name of ["bin", "lib", "lib64"]) symlinkSync(`usr/${name}`, join(root, name));
  mkdirSync(join(root, "opt"));
  cpSync(tree, join(root, home), { recursive: true, verbatimSymlinks: true });
  // Its command is a script for a shell.
  rmSync(join(root, home, "bin"), { recursive: true });
  const runtime = join(root, home, "node/bin/node");
  const addons = globSync("**/*.node", { cwd: join(root, home) }).map((one) =>
    join(root, home, one),
  );
  const libraries = copyLibraries(root, [runtime, ...addons]);
  writeParts(join(root, home), [...parts, ...libraries], release);
  write("usr/bin/sekimori", command);
  chmodSync(join(root, "usr/bin/sekimori"), 0o755);
  write("etc/passwd", `root:x:0:0::/:/none\nsekimori:x:${user}:${user}::/:/none\n`);
  write("etc/group", `root:x:0:\nsekimori:x:${user}:\n`);
  write("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
  // Where whoever runs it mounts something; a root that is read-only takes no new folders.
  for (const folder of ["dev", "proc", "run", "sys", "tmp"]) mkdirSync(join(root, folder));
  normalise(root, release.changedAt);
  chmodSync(join(root, "tmp"), 0o1777);
}

const index = z.looseObject({ manifests: z.tuple([z.looseObject({ digest: z.string() })]) });

/** What an image is made of, and where. */
export interface ImageOf {
  /** Of an artefact; it stays as it is. */
  readonly tree: string;
  /** The works of others in it. */
  readonly parts: readonly Part[];
  /** An empty folder. */
  readonly work: string;
  /** The archive. */
  readonly file: string;
}

/**
 * Makes an image from nothing but the files of an artefact and the libraries that its runtime links to,
 * as an archive of OCI's layout: the same files are the same bytes.
 *
 * @returns its digest, by which a chart names it
 */
export function packImage({ tree, parts, work, file }: ImageOf, release: Release): string {
  const root = join(work, "root");
  const layout = join(work, "layout");
  const policy = join(work, "policy.json");
  mkdirSync(root);
  layOutRoot(root, tree, parts, release);
  writeFileSync(policy, JSON.stringify({ default: [{ type: "insecureAcceptAnything" }] }));
  const places = ["--root", join(work, "storage"), "--runroot", join(work, "run")];
  const buildah = (...args: readonly string[]) =>
    run("buildah", ["--storage-driver", "vfs", ...places, ...args], { TMPDIR: work }).trim();
  const { version, changedAt } = release;
  const labels = {
    title: "Sekimori",
    description: "Identity and account portal of an attack-surface diagnosis service",
    version,
    created: changedAt.toISOString(),
  };
  const entry = [`/${home}/node/bin/node`, ...options, `/${home}/app/sekimori.js`];
  const container = buildah("from", "scratch");
  buildah("copy", "--quiet", "--chown", "0:0", container, root, "/");
  buildah(
    "config",
    ...["--user", `${user}:${user}`, "--workingdir", "/", "--stop-signal", "SIGTERM"],
    ...["--entrypoint", JSON.stringify(entry), "--cmd", "--help"],
    // A container has a network of its own, on which only its address is reached.
    ...["LISTEN_HOST=0.0.0.0", "PROBE_HOST=0.0.0.0", "PATH=/usr/bin"].flatMap((one) => [
      "--env",
      one,
    ]),
    ...[3000, 3001, 3004].flatMap((port) => ["--port", `${port}/tcp`]),
    ...Object.entries(labels).flatMap(([name, text]) => [
      ...["--label", `org.opencontainers.image.${name}=${text}`],
      ...["--annotation", `org.opencontainers.image.${name}=${text}`],
    ]),
    container,
  );
  buildah(
    "commit",
    ...["--quiet", "--format", "oci", "--timestamp", seconds(changedAt)],
    ...["--disable-compression=false", "--signature-policy", policy],
    ...[container, `oci:${layout}:localhost/sekimori:${version}`],
  );
  const { manifests } = index.parse(JSON.parse(readFileSync(join(layout, "index.json"), "utf8")));
  packPlainly(layout, file, changedAt);
  return manifests[0].digest;
}
