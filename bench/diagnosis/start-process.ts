import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * As scanning workers run: a smaller nursery keeps V8 from growing to several times what is alive, and
 * one helper thread cleans it up with less work in all than four that wait for each other.
 */
const SCANNING = ["--max-semi-space-size=8", "--v8-pool-size=1"];

/** Runs another file of this folder in a process of its own. */
export function startProcess(name: string, ...args: readonly string[]) {
  return fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), [...args], {
    execPath: process.execPath,
    execArgv: SCANNING,
  });
}
