import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** In the package of the distribution, `/bin` and the like are links since Debian 12. */
const MERGED = ["bin", "sbin", "lib", "lib64"];

/**
 * Downloads packages with those they need that this machine lacks, by apt's own resolver.
 *
 * @param archives the folder that they are put into
 * @param until the moment, in milliseconds, after which nothing is waited for
 * @returns why not, where the mirror cannot be reached or has no such package
 */
export function downloadArchives(
  archives: string,
  names: readonly string[],
  until: number,
): string | null {
  mkdirSync(join(archives, "partial"), { recursive: true });
  const left = () => Math.max(1_000, until - Date.now());
  const options = [
    ["-o", `Dir::Cache::archives=${archives}`],
    ["-o", "Debug::NoLocking=1"],
    ["-o", "APT::Sandbox::User=root"],
    ["-o", "Acquire::Retries=1"],
    ["-o", "Acquire::http::Timeout=20"],
  ].flat();
  const fetch = () =>
    spawnSync(
      "apt-get",
      ["install", "--download-only", "-y", "-qq", "--no-install-recommends", ...options, ...names],
      {
        encoding: "utf8",
        timeout: left(),
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      },
    );
  let done = fetch();
  if (done.status !== 0) {
    // The lists of a new machine are empty or old.
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore", timeout: left() });
    done = fetch();
  }
  return done.status === 0
    ? null
    : `the packages cannot be had: ${lastLine(done.stderr ?? "") || "the mirror is too slow"}`;
}

/**
 * Unpacks all packages of a folder below `place`. Nothing is installed: no package's scripts run and
 * the system knows of none. It is done beside the old folder, whose place is taken at the end: another
 * run may be copying it.
 */
export function unpackArchives(archives: string, place: string): void {
  const files = readdirSync(archives)
    .filter((name) => name.endsWith(".deb"))
    .sort();
  const root = `${place}-${process.pid}`;
  for (const name of MERGED) {
    mkdirSync(join(root, "usr", name), { recursive: true });
    symlinkSync(`usr/${name}`, join(root, name));
  }
  for (const file of files) {
    // Like `dpkg -x`, but older packages' /lib goes where the link points.
    const script =
      'dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink --exclude=./usr/share/doc --exclude=./usr/share/man --exclude=./usr/share/locale -C "$2"';
    const done = spawnSync("sh", ["-c", script, "sh", join(archives, file), root], {
      encoding: "utf8",
    });
    if (done.status !== 0) throw new Error(`${file}: ${done.stderr}`);
  }
  const old = `${root}-old`;
  if (existsSync(place)) renameSync(place, old);
  renameSync(root, place);
  rmSync(old, { recursive: true, force: true });
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}
