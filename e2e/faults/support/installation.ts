import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { runProcess } from "./running-process.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const runtime = join(root, "node_modules/.bin/node");

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An unpacked artefact, and a folder of secrets for each who runs it. */
export interface Installation {
  /** Runs a command to its end. @param secrets files of `CREDENTIALS_DIRECTORY`, by their names */
  run(
    args: readonly string[],
    settings: Readonly<Record<string, string>>,
    secrets: Readonly<Record<string, string>>,
  ): Promise<CommandOutcome>;
  /** Starts a process that serves. */
  start: (
    command: Parameters<typeof runProcess>[0],
    settings: Readonly<Record<string, string>>,
    secrets: Readonly<Record<string, string>>,
  ) => ReturnType<typeof runProcess>;
}

/** Whether artefacts can be made on this machine. */
export const canBeMade: boolean =
  `${process.platform} ${process.arch}` === "linux x64" &&
  spawnSync("xz", ["--version"]).status === 0;

/** Unpacks the run's tarball, with its checksum checked. @returns the folder that it holds */
export function unpacked(folder: string): string {
  const made = madeArtefacts();
  const [tarball = ""] = readdirSync(made).filter((name) => name.endsWith("x64.tar.xz"));
  execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: made });
  execFileSync("tar", ["--extract", "--file", join(made, tarball), "--directory", folder]);
  return join(folder, tarball.replace(".tar.xz", ""));
}

/**
 * The folder of the run's artefacts, packed loosely and without the image: the first test that asks
 * makes them, and whoever asks meanwhile waits for it.
 *
 * @throws Error when they cannot be made
 */
export function madeArtefacts(): string {
  const folder = inject("artefacts");
  const inside = ["sh", "-c", '[ -e "$0/SHA256SUMS" ] || exec "$@"', folder];
  const options = ["--without-image", "--arch", process.arch];
  run(["flock", join(folder, ".lock"), ...inside, ...releaseCommand(folder, options)]);
  return folder;
}

/**
 * Makes the artefacts, packed loosely.
 *
 * @throws Error when they cannot be made
 */
export function makeArtefacts(folder: string, ...options: readonly string[]): void {
  run(releaseCommand(folder, options));
}

const releaseCommand = (folder: string, options: readonly string[]) =>
  [runtime, "tooling/release/main.ts", "--quick", ...options, "--out", folder] as const;

function run([program, ...args]: readonly [string, ...string[]]): void {
  execFileSync(program, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    // A copy of the sources may have no history to take the moment from.
    env: { ...process.env, SOURCE_DATE_EPOCH: "1767225600" },
  });
}

/**
 * What is unpacked at `tree`, used as an operator does: by its command alone. The runtime refuses to
 * open any file but those of the tree and the secrets, so that nothing of the source tree or of this
 * machine can help it out; native parts and system libraries are the linker's.
 */
export function installationAt(tree: string, secretsFolder: string): Installation {
  const command = join(tree, "bin/sekimori");
  const surroundings = (secrets: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(secretsFolder, "of-"));
    for (const [name, secret] of Object.entries(secrets)) {
      writeFileSync(join(folder, name), `${secret}\n`, { mode: 0o600 });
    }
    const readable = [tree, folder].map((path) => `--allow-fs-read=${path}`);
    return {
      CREDENTIALS_DIRECTORY: folder,
      NODE_OPTIONS: ["--permission", "--allow-addons", "--allow-worker", ...readable].join(" "),
    };
  };
  return {
    run: (args, settings, secrets) =>
      new Promise((resolve) => {
        const env = { PATH: "/usr/bin:/bin", ...settings, ...surroundings(secrets) };
        execFile(command, args, { env, cwd: "/", timeout: 60_000 }, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
        });
      }),
    start: (name, settings, secrets) =>
      runProcess(name, { ...settings, ...surroundings(secrets) }, [command]),
  };
}
