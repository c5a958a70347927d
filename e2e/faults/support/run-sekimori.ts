import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { main, runtime } from "./running-process.ts";

interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the product to its end, with this environment and PATH. */
export function runSekimori(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandOutcome> {
  const env = { PATH: process.env.PATH ?? "", ...environment };
  return promisify(execFile)(runtime, [main, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: CommandOutcome) => error,
  );
}
