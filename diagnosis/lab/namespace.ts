import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Why the lab cannot be built on this machine, or null. */
export function labObstacle(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "it needs root on Linux";
  if (!existsSync("/etc/debian_version")) return "it needs Debian's packages";
  const made = spawnSync("unshare", ["--net", "--mount", "--pid", "--fork", "true"]);
  return made.status === 0 ? null : "no network namespace can be made here";
}

/*
 * The namespace's root is an overlay: the machine's own files below, in memory above them the unpacked
 * packages and whatever the lab writes. Nothing of the machine is changed, and all of it ends with the
 * process namespace. There is a loopback interface and no route.
 */
const ENTER = `
mount -t tmpfs lab "$BASE"
mkdir "$BASE/upper" "$BASE/work" "$BASE/root"
cp -a "$UNPACKED/." "$BASE/upper/"
mount -t overlay lab -o "lowerdir=/,upperdir=$BASE/upper,workdir=$BASE/work" "$BASE/root"
mount -t proc proc "$BASE/root/proc"
mount -t tmpfs run "$BASE/root/run"
mount -t tmpfs tmp "$BASE/root/tmp"
mount --rbind /dev "$BASE/root/dev"
mkdir -p "$BASE/root$REPOSITORY"
mount --bind "$REPOSITORY" "$BASE/root$REPOSITORY"
ip link set lo up
sysctl -qw net.ipv4.ip_unprivileged_port_start=0 || true
exec chroot "$BASE/root" "$@"
`;

/** How a program in the namespaces ended, and what it told on the fourth stream. */
export type RanInside = { readonly code: number; readonly told: string };

/** Runs a program inside the lab's namespaces, with a text on its standard input. */
export function runInside(
  { repository, unpacked, base }: { repository: string; unpacked: string; base: string },
  program: readonly string[],
  env: NodeJS.ProcessEnv,
  input = "",
): Promise<RanInside> {
  const flags = ["--net", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child"];
  const child = spawn("unshare", [...flags, "sh", "-ec", ENTER, "sh", ...program], {
    stdio: ["pipe", "inherit", "inherit", "pipe"],
    env: { ...process.env, ...env, BASE: base, REPOSITORY: repository, UNPACKED: unpacked },
  });
  return new Promise((resolve, reject) => {
    const told: Buffer[] = [];
    child.stdio[3]?.on("data", (part: Buffer) => told.push(part));
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code: code ?? 1, told: Buffer.concat(told).toString("utf8") }),
    );
  });
}
