import { vi } from "vitest";
import { operatorCommand } from "../commands/operator.ts";

/** What an operator's command said, and how it ended. */
export interface OperatorRun {
  readonly text: string;
  readonly code: number;
}

/** Runs an operator's command in this process; the test gives the console back afterwards. */
export async function runOperator(...args: readonly string[]): Promise<OperatorRun> {
  const said: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => said.push(String(line)));
  vi.spyOn(console, "error").mockImplementation((line) => said.push(String(line)));
  process.exitCode = undefined;
  await operatorCommand().parseAsync([...args], { from: "user" });
  return { text: said.join("\n"), code: Number(process.exitCode ?? 0) };
}
