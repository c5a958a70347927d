import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";
import type { PasswordOutcome, PasswordTask } from "./password-thread.ts";

/** Each thread at work holds the 19 MiB of one hash. */
const mostThreads = 3;
/**
 * Tasks that a thread takes at once while others wait. Whatever runs between two hashes finds the
 * processor's caches full of argon2's memory; eight sign-ins that go on together pay for that once.
 */
const mostTogether = 8;

interface Waiting {
  readonly task: PasswordTask;
  readonly settle: (outcome: PasswordOutcome) => void;
}

class Thread {
  readonly #worker: Worker;
  #batch: readonly Waiting[] = [];

  /** @param onFree called before a batch is settled, so that the thread goes on meanwhile. */
  constructor(script: URL, options: Options, onFree: (thread: Thread) => void, onEnd: () => void) {
    // None of the process's own switches: some of them are refused in a thread.
    this.#worker = new Worker(script, { workerData: options, execArgv: [] });
    this.#worker.unref();
    let failure: unknown = new Error("A password thread ended before its answer.");
    this.#worker.on("message", (outcomes: readonly PasswordOutcome[]) => {
      const batch = this.#batch;
      this.#batch = [];
      this.#worker.unref();
      onFree(this);
      for (const [index, { settle }] of batch.entries()) {
        settle(outcomes[index] ?? { error: failure });
      }
    });
    this.#worker.on("error", (error) => {
      failure = error;
    });
    this.#worker.on("exit", () => {
      onEnd();
      for (const { settle } of this.#batch) settle({ error: failure });
    });
  }

  take(batch: readonly Waiting[]): void {
    this.#batch = batch;
    this.#worker.ref();
    this.#worker.postMessage(batch.map(({ task }) => task));
  }
}

const passwordThread = new URL("./password-thread.ts", import.meta.url);

/**
 * Runs password hashes on threads of their own, so that neither the event loop nor libuv's pool
 * (file reads, DNS, WebCrypto) waits behind them. The threads start when first needed, and an idle
 * one does not keep the process alive.
 *
 * @param script what each thread runs; for the test of one that ends.
 * @returns runs one task; throws what argon2 throws, or that the thread ended.
 */
export function createPasswordThreads(
  options: Options,
  script = passwordThread,
): (task: PasswordTask) => Promise<string | boolean> {
  const width = Math.min(availableParallelism(), mostThreads);
  const waiting: Waiting[] = [];
  const idle: Thread[] = [];
  let started = 0;

  function free(thread: Thread): void {
    idle.push(thread);
    distribute();
  }

  function start(): Thread {
    started += 1;
    const thread = new Thread(script, options, free, () => {
      started -= 1;
      const place = idle.indexOf(thread);
      if (place !== -1) idle.splice(place, 1);
      distribute();
    });
    return thread;
  }

  function distribute(): void {
    while (waiting.length > 0) {
      const thread = idle.pop() ?? (started < width ? start() : undefined);
      if (thread === undefined) return;
      const share = Math.min(mostTogether, Math.ceil(waiting.length / width));
      thread.take(waiting.splice(0, share));
    }
  }

  return (task) =>
    new Promise((resolve, reject) => {
      // What arrives in one turn of the event loop is shared out evenly.
      if (waiting.length === 0) setImmediate(distribute);
      waiting.push({
        task,
        settle: (outcome) => ("error" in outcome ? reject(outcome.error) : resolve(outcome.value)),
      });
    });
}
