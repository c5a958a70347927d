import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** As the product's processes run, scanning workers among them. */
const execArgv: string[] = JSON.parse(
  readFileSync(pathOf("../../cli/runtime-options.json"), "utf8"),
);

/** Runs another file of this folder in a process of its own. */
export function startProcess(name: string, ...args: readonly string[]) {
  return fork(pathOf(`./${name}.ts`), [...args], { execPath: process.execPath, execArgv });
}
