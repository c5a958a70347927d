import type { Command } from "commander";
import { vi } from "vitest";
import { operatorCommand } from "../commands/operator.ts";

/** What an operator's command said, and how it ended. */
export interface OperatorRun {
  readonly text: string;
  readonly code: number;
}

/** Runs a command in this process; the test gives the console back afterwards. */
export async function runInProcess(
  command: Command,
  args: readonly string[],
): Promise<OperatorRun> {
  const said: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => said.push(String(line)));
  vi.spyOn(console, "error").mockImplementation((line) => said.push(String(line)));
  process.exitCode = undefined;
  await command.parseAsync([...args], { from: "user" });
  return { text: said.join("\n"), code: Number(process.exitCode ?? 0) };
}

/** Runs one of the operator's commands. */
export const runOperator = (...args: readonly string[]): Promise<OperatorRun> =>
  runInProcess(operatorCommand(), args);
