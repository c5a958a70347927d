import { execFile, execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { CommandOutcome } from "../faults/support/installation.ts";
import { type RunningProcess, runProcess } from "../faults/support/running-process.ts";

// A container without a daemon: the image's file system, read-only, with the user, environment and
// entrypoint that the image states, and what every runtime mounts into it.

const configured = z.object({
  User: z.string(),
  Entrypoint: z.array(z.string()).min(1),
  Cmd: z.array(z.string()),
  Env: z.array(z.string()),
  Labels: z.record(z.string(), z.string()),
  ExposedPorts: z.record(z.string(), z.unknown()),
});

/** An image as another program reads it, and what runs from it. */
export interface Image {
  /** Its file system. */
  readonly root: string;
  readonly config: z.output<typeof configured>;
  /** Runs a command to its end. @param secrets files below /run/secrets, by their names */
  run(
    args: readonly string[],
    settings: Readonly<Record<string, string>>,
    secrets: Readonly<Record<string, string>>,
    entrypoint?: readonly string[],
  ): Promise<CommandOutcome>;
  /** Starts a process that serves. */
  start(
    command: "portal" | "worker" | "karte",
    settings: Readonly<Record<string, string>>,
    secrets: Readonly<Record<string, string>>,
  ): Promise<RunningProcess>;
  remove(): void;
}

/** What hinders containers on this machine; undefined where nothing does. */
export function hindrance(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can mount a file system";
  for (const [name, debian] of [
    ["buildah", "buildah"],
    ["setpriv", "util-linux"],
  ]) {
    if (spawnSync(`${name}`, ["--version"]).status !== 0) {
      return `${name} is not installed (Debian: ${debian})`;
    }
  }
  const mounts = spawnSync("unshare", ["--mount", "mount", "-t", "proc", "proc", "/proc"]);
  return mounts.status === 0 ? undefined : "no file systems can be mounted here (unshare)";
}

const devices = ["null", "zero", "random", "urandom"];

/** A shell's words that enter the file system; what follows them runs in it. */
const entered = (root: string, secrets: string, hosts: string, user: string) => [
  ...["unshare", "--mount", "sh", "-ec"],
  [
    `mount --bind ${root} ${root}`,
    `mount -o remount,bind,ro ${root}`,
    `mount -t tmpfs -o mode=755 tmpfs ${root}/run`,
    `mkdir ${root}/run/secrets`,
    `mount --bind ${secrets} ${root}/run/secrets`,
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs -o mode=755 tmpfs ${root}/dev`,
    ...devices.map(
      (name) => `touch ${root}/dev/${name}; mount --bind /dev/${name} ${root}/dev/${name}`,
    ),
    `mount --bind ${hosts} ${root}/etc/hosts`,
    `exec setpriv --no-new-privs /usr/sbin/chroot --userspec=${user} --groups= ${root} "$@"`,
  ].join("\n"),
  "sh",
];

/** Opens an archive as buildah does. @throws Error when it is no image */
export function openImage(archive: string): Image {
  const folder = mkdtempSync(join(tmpdir(), "sekimori-image-"));
  const buildah = (...args: readonly string[]) =>
    execFileSync(
      "buildah",
      [
        ...["--storage-driver", "vfs", "--root", join(folder, "storage")],
        ...["--runroot", join(folder, "run"), ...args],
      ],
      { encoding: "utf8", env: { ...process.env, TMPDIR: folder } },
    ).trim();
  const policy = join(folder, "policy.json");
  writeFileSync(policy, JSON.stringify({ default: [{ type: "insecureAcceptAnything" }] }));
  const container = buildah(
    ...["from", "--quiet", "--signature-policy", policy, `oci-archive:${archive}`],
  );
  const inspected = z
    .object({ OCIv1: z.object({ config: configured }) })
    .parse(JSON.parse(buildah("inspect", container)));
  const { config } = inspected.OCIv1;
  const root = buildah("mount", container);
  // Runtimes make what they mount over.
  writeFileSync(join(root, "etc/hosts"), "");
  const hosts = join(folder, "hosts");
  writeFileSync(hosts, "127.0.0.1 localhost one.test\n::1 localhost\n");
  chmodSync(folder, 0o755);
  const [user = 0] = config.User.split(":").map(Number);
  const enter = (
    settings: Readonly<Record<string, string>>,
    secrets: Readonly<Record<string, string>>,
    entrypoint: readonly string[],
  ) => {
    const secretsFolder = mkdtempSync(join(folder, "secrets-"));
    chmodSync(secretsFolder, 0o755);
    for (const [name, secret] of Object.entries(secrets)) {
      const file = join(secretsFolder, name);
      writeFileSync(file, `${secret}\n`, { mode: 0o400 });
      chownSync(file, user, user);
    }
    const environment = [
      ...config.Env,
      ...Object.entries({ CREDENTIALS_DIRECTORY: "/run/secrets", ...settings }).map(
        ([name, value]) => `${name}=${value}`,
      ),
    ];
    const around = entered(root, secretsFolder, hosts, config.User);
    return ["-i", ...environment, ...around, ...entrypoint];
  };
  return {
    root,
    config,
    run: (args, settings, secrets, entrypoint = config.Entrypoint) =>
      new Promise((resolve) => {
        execFile(
          "/usr/bin/env",
          [...enter(settings, secrets, entrypoint), ...args],
          { timeout: 60_000 },
          (error, stdout, stderr) =>
            resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
        );
      }),
    start: (name, settings, secrets) =>
      runProcess(name, {}, ["/usr/bin/env", ...enter(settings, secrets, config.Entrypoint)]),
    remove() {
      buildah("rm", container);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
