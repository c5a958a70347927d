import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { asProduct } from "../support/as-product.ts";

/** Runs another file of this folder in a process of its own, as scanning workers run. */
export function startProcess(name: string, ...args: readonly string[]) {
  return fork(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)), [...args], asProduct);
}
