import { type ResourceLimits, Worker } from "node:worker_threads";

/** What became of a task: the answer, or why the thread ended before it gave one. */
export type ThreadOutcome<Answer> = { readonly answer: Answer } | { readonly failure: unknown };

type Finish<Answer> = (outcome: ThreadOutcome<Answer>) => void;

export interface ThreadPoolOptions {
  /** How many threads at most. */
  readonly width: number;
  /** What each thread finds as its `workerData`. */
  readonly data?: unknown;
  /** A thread that needs more ends, and the process does not. */
  readonly limits?: ResourceLimits;
}

/** One thread: it is given a message, and answers with one. */
class Thread<Task, Answer> {
  readonly #worker: Worker;
  #finish: Finish<Answer> | undefined;

  /** @param onEnd called before what it had is failed. */
  constructor(script: string | URL, { data, limits }: ThreadPoolOptions, onEnd: () => void) {
    this.#worker = new Worker(script, {
      workerData: data,
      // None of the process's own switches: some of them are refused in a thread.
      execArgv: [],
      ...(limits === undefined ? {} : { resourceLimits: limits }),
    });
    this.#worker.unref();
    let failure: unknown = new Error("A thread ended before its answer.");
    this.#worker.on("message", (answer: Answer) => this.#end({ answer }));
    this.#worker.on("error", (error) => {
      failure = error;
    });
    this.#worker.on("exit", () => {
      onEnd();
      this.#end({ failure });
    });
  }

  run(task: Task, finish: Finish<Answer>): void {
    this.#finish = finish;
    this.#worker.ref();
    this.#worker.postMessage(task);
  }

  #end(outcome: ThreadOutcome<Answer>): void {
    const finish = this.#finish;
    this.#finish = undefined;
    this.#worker.unref();
    finish?.(outcome);
  }
}

export interface ThreadPool<Task, Answer> {
  readonly width: number;
  /** Gives a task to a thread; ask for no more than `width` at once. `finish` is called once. */
  run(task: Task, finish: Finish<Answer>): void;
}

/**
 * Threads that do one kind of work and nothing else, so that neither the event loop nor libuv's pool
 * (file reads, DNS, WebCrypto) waits behind it. They start when first needed, one that ended is
 * replaced, and an idle one does not keep the process alive.
 *
 * @param script what each thread runs: it answers each message of its parent with one message.
 */
export function createThreadPool<Task, Answer>(
  script: string | URL,
  options: ThreadPoolOptions,
): ThreadPool<Task, Answer> {
  const idle: Thread<Task, Answer>[] = [];
  const ended = new WeakSet<Thread<Task, Answer>>();
  let started = 0;

  function start(): Thread<Task, Answer> {
    started += 1;
    const thread = new Thread<Task, Answer>(script, options, () => {
      started -= 1;
      const place = idle.indexOf(thread);
      if (place !== -1) idle.splice(place, 1);
      ended.add(thread);
    });
    return thread;
  }

  return {
    width: options.width,
    run(task, finish) {
      const thread = idle.pop() ?? (started < options.width ? start() : undefined);
      if (thread === undefined) throw new Error("Every thread is busy.");
      thread.run(task, (outcome) => {
        if (!ended.has(thread)) idle.push(thread);
        finish(outcome);
      });
    },
  };
}
