import { spawnSync } from "node:child_process";

/**
 * Runs a program of the system and gives what it prints.
 *
 * @throws Error with what it complained of
 */
export function run(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    // Names are sorted alike on every machine.
    env: { ...process.env, LC_ALL: "C", ...environment },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
  return stdout;
}
