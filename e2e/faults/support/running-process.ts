import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const main = fileURLToPath(new URL("../../../cli/bin.mjs", import.meta.url));
export const runtime = fileURLToPath(new URL("../../../node_modules/.bin/node", import.meta.url));

const keptCharacters = 100_000;

/** One `sekimori portal`, `worker` or `karte`. */
export interface RunningProcess {
  readonly pid: number;
  /** The end of what it has printed so far. */
  output(): string;
  /** Resident memory in MiB, as the kernel counts it. */
  residentMiB(): number;
  /** SIGKILL: it gets no chance to finish anything. */
  kill(): Promise<void>;
  /** SIGTERM: it finishes what it is doing. @returns its exit code. */
  terminate(): Promise<number | null>;
}

/**
 * Starts a process of the product and waits until its log says that it is at work.
 *
 * @param program the source tree's command unless given
 * @throws Error with what it printed when it ends before.
 */
export async function runProcess(
  command: "portal" | "worker" | "karte" | "console",
  environment: Readonly<Record<string, string>>,
  [file, ...args]: readonly [string, ...string[]] = [runtime, main],
): Promise<RunningProcess> {
  const child: ChildProcess = spawn(file, [...args, command], {
    env: { ...process.env, NODE_ENV: "test", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let isReady = false;
  const exited = once(child, "exit");
  const saying = command === "worker" ? '"msg":"working"' : '"msg":"listening"';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        // Only the end is kept: a process under attack has much to say.
        printed = (printed + chunk).slice(-keptCharacters);
        if (isReady || !printed.includes(saying)) return;
        isReady = true;
        resolve();
      });
    }
    exited.then(
      () => reject(new Error(`sekimori ${command} ended before it was ready:\n${printed}`)),
      reject,
    );
  });
  const pid = child.pid ?? 0;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  return {
    pid,
    output: () => printed,
    residentMiB() {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
    async kill() {
      await end("SIGKILL");
    },
    terminate: () => end("SIGTERM"),
  };
}
