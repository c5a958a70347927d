import { execFile, execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CommandOutcome } from "./installation.ts";
import { runProcess } from "./running-process.ts";
import { environmentOf, readUnit, type Unit } from "./units.ts";

// A machine of its own for what a package installs: a folder with a shell, the C library and nothing
// else of this one. Units run in it with the user, environment, credentials and files that they state.

const programs = ["sh", "readlink", "env", "setpriv"];
const devices = ["null", "zero", "random", "urandom"];
const userFields = (machine: string, user: string) =>
  readFileSync(join(machine, "etc/passwd"), "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .find(([name]) => name === user);

/** What hinders a machine like this here; undefined where nothing does. */
export function hindrance(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can install a package";
  const needed = ["dpkg", "dpkg-deb", "setpriv", "systemd-sysusers", "deb-systemd-helper"];
  const missing = needed.find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  if (missing !== undefined) return `${missing} is not installed (Debian: systemd, util-linux)`;
  const mounts = spawnSync("unshare", ["--mount", "mount", "-t", "proc", "proc", "/proc"]);
  return mounts.status === 0 ? undefined : "no file systems can be mounted here (unshare)";
}

/** The libraries that a program asks the linker for. */
const librariesOf = (program: string) =>
  [...execFileSync("ldd", [program], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g)].map(
    ([, path = ""]) => path,
  );

/**
 * An empty machine.
 *
 * @param binaries whose libraries it has: those that the package depends on
 * @param further programs that whoever sits at it uses
 */
export function emptyMachine(binaries: readonly string[], further: readonly string[] = []): string {
  const machine = mkdtempSync(join(tmpdir(), "sekimori-machine-"));
  chmodSync(machine, 0o755);
  for (const folder of [
    "dev",
    "etc",
    "proc",
    "run",
    "tmp",
    "var/cache",
    "usr/bin",
    "usr/lib",
    "usr/lib64",
  ]) {
    mkdirSync(join(machine, folder), { recursive: true });
  }
  for (const name of ["info", "updates", "triggers"]) {
    mkdirSync(join(machine, "var/lib/dpkg", name), { recursive: true });
  }
  for (const name of ["status", "available"]) {
    writeFileSync(join(machine, "var/lib/dpkg", name), "");
  }
  for (const name of ["bin", "lib", "lib64"]) symlinkSync(`usr/${name}`, join(machine, name));
  for (const name of devices) writeFileSync(join(machine, "dev", name), "");
  writeFileSync(join(machine, "etc/hosts"), "127.0.0.1 localhost\n::1 localhost\n");
  const copy = (path: string) => {
    mkdirSync(dirname(join(machine, path)), { recursive: true });
    copyFileSync(realpathSync(path), join(machine, path));
  };
  const paths = [...programs, ...further].map((name) => `/usr/bin/${name}`);
  for (const path of [...paths, ...[...paths, ...binaries].flatMap(librariesOf)]) copy(path);
  return machine;
}

/** Installs packages on a machine, or takes them away. @returns what dpkg and the scripts said */
export function dpkg(machine: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    "dpkg",
    [
      ...[`--root=${machine}`, "--force-script-chrootless", "--force-depends", "--force-confold"],
      ...args,
    ],
    { encoding: "utf8", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } },
  );
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout + stderr;
}

/** Runs a command as root on a machine, with a shell's bare environment. */
export function asRoot(machine: string, ...command: readonly string[]): Promise<CommandOutcome> {
  const entered = `mount -t proc proc ${machine}/proc && exec chroot ${machine} "$@"`;
  return new Promise((resolve) => {
    execFile(
      "unshare",
      ["--mount", "sh", "-c", entered, "sh", ...command],
      { env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" }, timeout: 60_000 },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
      },
    );
  });
}

/** A folder for the unit's user alone, as systemd makes it. */
function ownFolder(path: string, uid: number, mode: number) {
  mkdirSync(path, { recursive: true });
  chownSync(path, uid, uid);
  chmodSync(path, mode);
}

function loadCredentials(machine: string, unit: Unit, uid: number) {
  const folder = join(machine, `run/credentials/${unit.name}.service`);
  rmSync(folder, { recursive: true, force: true });
  ownFolder(folder, uid, 0o500);
  for (const line of unit.all("LoadCredential")) {
    const [name = "", source = ""] = line.split(":");
    copyFileSync(join(machine, source), join(folder, name));
    chownSync(join(folder, name), uid, uid);
    chmodSync(join(folder, name), 0o400);
  }
}

/**
 * What happens between systemd and the process: files are read-only but for the unit's own folder and
 * /tmp, /proc shows the user's own processes alone, and no right is left.
 */
const fenced = (machine: string, cache: string, [uid, gid]: readonly [string, string]) => [
  ...["unshare", "--mount", "sh", "-ec"],
  [
    `mount --bind ${machine} ${machine}`,
    `mount -o remount,bind,ro ${machine}`,
    `mount --bind ${machine}/${cache} ${machine}/${cache}`,
    `mount -o remount,bind,rw ${machine}/${cache}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${machine}/tmp`,
    `mount -t proc -o subset=pid,hidepid=invisible proc ${machine}/proc`,
    ...devices.map((name) => `mount --bind /dev/${name} ${machine}/dev/${name}`),
    `exec chroot ${machine} setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all "$@"`,
  ].join("\n"),
  "sh",
];

/**
 * Starts a unit as its file says, without systemd: what it loads, runs before it, and runs.
 *
 * @throws Error with what it said when it does not come to serve
 */
export async function startUnit(machine: string, name: "portal" | "worker" | "karte") {
  const unit = readUnit(machine, `sekimori-${name}`);
  const [, , uid = "", gid = ""] = userFields(machine, unit.one("User")) ?? [];
  loadCredentials(machine, unit, Number(uid));
  const cache = join("var/cache", unit.one("CacheDirectory"));
  ownFolder(join(machine, cache), Number(uid), 0o700);
  for (const line of unit.all("ExecStartPre")) {
    const before = await asRoot(machine, ...line.replace(/^\+/, "").split(" "));
    if (before.code !== 0) throw new Error(before.stderr);
  }
  const [program = "", ...args] = unit.one("ExecStart").split(" ");
  if (args.length !== 1 || args[0] !== name) throw new Error(`${unit.name} runs ${args.join(" ")}`);
  const environment = Object.entries(environmentOf(machine, unit)).map(
    ([key, value]) => `${key}=${value}`,
  );
  return runProcess(name, {}, [
    "/usr/bin/env",
    "-i",
    ...["PATH=/usr/sbin:/usr/bin:/sbin:/bin", ...fenced(machine, cache, [uid, gid])],
    ...["/usr/bin/env", "-i", ...environment, program],
  ]);
}
