import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { asProduct } from "../support/as-product.ts";
import { processorMs } from "../support/processor-time.ts";

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const peakMiB = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** A process of a run, with the runtime and the options that the product's own have. */
export interface Measured {
  readonly pid: number;
  /** Most memory that was resident, in MiB; of the last moment when it was asked while it lived. */
  peakMiB(): number;
  processorMs(): number;
  /** Asks the process for a figure of its own. */
  ask(): Promise<number>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `bench/billing/processes/<name>.ts` and waits until it says that it is ready. */
export async function startMeasured(name: string, args: readonly string[]): Promise<Measured> {
  const child: ChildProcess = fork(pathOf(`./processes/${name}.ts`), [...args], asProduct);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const next = () =>
    Promise.race([
      new Promise<unknown>((resolve) => child.once("message", resolve)),
      ended.then(() => {
        throw new Error(`${name} ended.`);
      }),
    ]);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  await next();
  const pid = child.pid ?? 0;
  return {
    pid,
    peakMiB: () => peakMiB(pid),
    processorMs: () => processorMs(pid),
    ask: async () => {
      const answer = next();
      child.send("figure");
      return Number(await answer);
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}
