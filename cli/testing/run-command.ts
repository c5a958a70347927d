import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const run = promisify(execFile);

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as an operator does: a process of its own, with this environment and PATH. */
export function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandOutcome> {
  const env = { PATH: process.env.PATH ?? "", ...environment };
  return run(process.execPath, [main, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: CommandOutcome) => error,
  );
}
