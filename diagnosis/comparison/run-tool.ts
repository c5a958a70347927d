import { execFile, spawnSync } from "node:child_process";

/** Output of a finished program, whatever it thought of its result. Rejects when it cannot be started. */
export function runTool(
  command: string,
  args: readonly string[],
  options: { readonly timeoutMs?: number; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const { timeoutMs = 300_000, env = process.env } = options;
  return new Promise((resolve, reject) => {
    const limits = { timeout: timeoutMs, maxBuffer: 64 * 1_048_576, env };
    execFile(command, [...args], limits, (error, stdout, stderr) => {
      if (error && "code" in error && error.code === "ENOENT") reject(error);
      else resolve({ stdout, stderr });
    });
  });
}

/** True when the program is on this machine. */
export function hasTool(command: string): boolean {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
}
