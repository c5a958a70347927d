import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";
import type { PasswordOutcome, PasswordTask } from "./password-thread.ts";

/** Each thread at work holds the 19 MiB of one hash. */
const mostThreads = 3;

/** How many threads of this process hash passwords. */
export const passwordThreads = Math.min(availableParallelism(), mostThreads);

type Finish = (outcomes: readonly PasswordOutcome[]) => void;

class Thread {
  readonly #worker: Worker;
  #finish: Finish | undefined;

  /** @param onEnd called before what it had is failed. */
  constructor(script: URL, options: Options, onEnd: () => void) {
    // None of the process's own switches: some of them are refused in a thread.
    this.#worker = new Worker(script, { workerData: options, execArgv: [] });
    this.#worker.unref();
    let failure: unknown = new Error("A password thread ended before its answer.");
    this.#worker.on("message", (outcomes: readonly PasswordOutcome[]) => this.#end(outcomes));
    this.#worker.on("error", (error) => {
      failure = error;
    });
    this.#worker.on("exit", () => {
      onEnd();
      this.#end([{ error: failure }]);
    });
  }

  run(tasks: readonly PasswordTask[], finish: Finish): void {
    this.#finish = finish;
    this.#worker.ref();
    this.#worker.postMessage(tasks);
  }

  #end(outcomes: readonly PasswordOutcome[]): void {
    const finish = this.#finish;
    this.#finish = undefined;
    this.#worker.unref();
    finish?.(outcomes);
  }
}

export interface PasswordPool {
  readonly width: number;
  /**
   * Gives a batch to a thread; ask for no more than `width` at once.
   *
   * @param finish called with an outcome for each task, in their order, or with one failure for all
   *   of them when the thread ended.
   */
  run(tasks: readonly PasswordTask[], finish: Finish): void;
}

const passwordThread = new URL("./password-thread.ts", import.meta.url);

/**
 * Threads that hash passwords and do nothing else, so that neither the event loop nor libuv's pool
 * (file reads, DNS, WebCrypto) waits behind them. They start when first needed, one that ended is
 * replaced, and an idle one does not keep the process alive.
 *
 * @param script what each thread runs; for the test of one that ends.
 */
export function createPasswordPool(
  options: Options,
  width: number,
  script = passwordThread,
): PasswordPool {
  const idle: Thread[] = [];
  let started = 0;

  function start(): Thread {
    started += 1;
    const thread = new Thread(script, options, () => {
      started -= 1;
      const place = idle.indexOf(thread);
      if (place !== -1) idle.splice(place, 1);
      ended.add(thread);
    });
    return thread;
  }
  const ended = new WeakSet<Thread>();

  return {
    width,
    run(tasks, finish) {
      const thread = idle.pop() ?? (started < width ? start() : undefined);
      if (thread === undefined) throw new Error("Every password thread is busy.");
      thread.run(tasks, (outcomes) => {
        if (!ended.has(thread)) idle.push(thread);
        finish(outcomes);
      });
    },
  };
}
