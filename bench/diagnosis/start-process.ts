import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A smaller nursery keeps V8 from growing to several times what is alive; scanning workers run so. */
const MODEST_HEAP = "--max-semi-space-size=8";

/** Runs another file of this folder in a process of its own. */
export function startProcess(name: string, ...args: readonly string[]) {
  return fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), [...args], {
    execPath: process.execPath,
    execArgv: [MODEST_HEAP],
  });
}
