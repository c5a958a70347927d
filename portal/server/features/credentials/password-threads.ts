import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";
import { AppError } from "@sekimori/kit-server/errors";
import type { PasswordOutcome, PasswordTask } from "./password-thread.ts";
import { createTurns } from "./turns.ts";

/** Each thread at work holds the 19 MiB of one hash. */
const mostThreads = 3;
/**
 * Tasks that a thread takes at once while others wait. Whatever runs between two hashes finds the
 * processor's caches full of argon2's memory; eight sign-ins that go on together pay for that once.
 */
const mostTogether = 8;
/** The same for strangers' tasks: a member known to us who comes meanwhile waits for these. */
const mostStrangersTogether = 2;
/**
 * Strangers for each thread who may be inside at once, from looking up what their password is to be
 * checked against until it is checked: one batch under way and one ready. The others wait outside,
 * so that a member's look-up is not queued behind those of a flood.
 */
const mostStrangersInside = 2 * mostStrangersTogether;
/** What one browser may have under way before it waits like a stranger: its token can be copied. */
const mostOfBrowser = 4;

/** Whoever would wait longer than this, in milliseconds, is told at once to come back later. */
const longestWait = 3_000;
/** What has waited this long is not worth doing any more: its browser has given up, or soon will. */
const giveUpAfter = 10_000;
/** Milliseconds that one hash takes, until some have been measured. */
const assumedCost = 25;

interface Waiting {
  readonly task: PasswordTask;
  readonly until: number;
  readonly finish: (outcome: PasswordOutcome) => void;
}

/** Who waits for a password: members known to us are served before everybody else. */
export interface PasswordOrder {
  readonly isKnown?: boolean;
  /** `enter` has let this one in. */
  readonly hasPlace?: boolean;
}

const busy = (waitMs: number) =>
  new AppError("Unavailable", {
    data: { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
    detail: "too many passwords wait to be checked",
    isShed: true,
  });

class Thread {
  readonly #worker: Worker;
  #batch: readonly Waiting[] = [];

  /** @param onFree called before a batch is finished, so that the thread goes on meanwhile. */
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
      for (const [index, { finish }] of batch.entries()) {
        finish(outcomes[index] ?? { error: failure });
      }
    });
    this.#worker.on("error", (error) => {
      failure = error;
    });
    this.#worker.on("exit", () => {
      onEnd();
      for (const { finish } of this.#batch) finish({ error: failure });
    });
  }

  take(batch: readonly Waiting[]): void {
    this.#batch = batch;
    this.#worker.ref();
    this.#worker.postMessage(batch.map(({ task }) => task));
  }
}

const passwordThread = new URL("./password-thread.ts", import.meta.url);

export interface PasswordThreads {
  /**
   * Runs one task. Members known to us go first.
   *
   * @throws AppError Unavailable when the queue is too long, or it has waited too long; what argon2
   *   throws; Error when the thread ended.
   */
  run(task: PasswordTask, order?: PasswordOrder): Promise<string | boolean>;
  /**
   * Takes a place for a task that will come, so that what leads to it is bounded as well. A browser
   * that carries a token of ours has it at once, a few times; all others when it is their turn.
   *
   * @param browser that token.
   * @returns gives the place back; call it when the task is done or will not come. A second call
   *   does nothing.
   * @throws AppError Unavailable when the task would wait too long, or has waited too long.
   */
  enter(browser?: string): Promise<() => void>;
  /**
   * What `enter` would tell a stranger now, without taking a place.
   *
   * @throws AppError Unavailable when the queue is too long.
   */
  refuseStranger(): void;
  /** How full the queue is: 0 is empty, 1 is what strangers may make of it. */
  load(): number;
}

/**
 * Runs password hashes on threads of their own, so that neither the event loop nor libuv's pool
 * (file reads, DNS, WebCrypto) waits behind them. The threads start when first needed, and an idle
 * one does not keep the process alive. The queue is bounded by the time that waiting in it takes:
 * beyond that strangers are refused at once, and members known to us have as much again.
 *
 * @param script what each thread runs; for the test of one that ends.
 */
export function createPasswordThreads(options: Options, script = passwordThread): PasswordThreads {
  const width = Math.min(availableParallelism(), mostThreads);
  const known: Waiting[] = [];
  const strangers: Waiting[] = [];
  const idle: Thread[] = [];
  const warm = new WeakSet<Thread>();
  let started = 0;
  /** Milliseconds of one hash, over the last few. */
  let cost = assumedCost;

  /** Tasks that wait or are under way, and those to come for which a place was taken. */
  const pending = { known: 0, strangers: 0 };
  const turnOfStranger = createTurns(mostStrangersInside * width, giveUpAfter, () =>
    busy(longestWait),
  );

  /** Visits under way of browsers that carry a token of ours. */
  const visitsOf = new Map<string, number>();

  const waitOf = ({ isKnown }: PasswordOrder) =>
    ((isKnown ? pending.known : pending.known + pending.strangers) * cost) / width;

  function refuseBeyondBound(order: PasswordOrder): void {
    const wait = waitOf(order);
    if (wait > longestWait) throw busy(wait);
  }

  /** Counts one more that is pending, until what is returned is called. */
  function count(order: PasswordOrder): () => void {
    refuseBeyondBound(order);
    const kind = order.isKnown ? "known" : "strangers";
    pending[kind] += 1;
    return () => {
      pending[kind] -= 1;
    };
  }

  async function enter(browser?: string): Promise<() => void> {
    const visits = browser === undefined ? mostOfBrowser : (visitsOf.get(browser) ?? 0);
    const isKnown = visits < mostOfBrowser;
    const end = count({ isKnown });
    let leave = (): void => undefined;
    if (browser !== undefined && isKnown) {
      visitsOf.set(browser, visits + 1);
      leave = () => {
        const left = (visitsOf.get(browser) ?? 0) - 1;
        if (left > 0) visitsOf.set(browser, left);
        else visitsOf.delete(browser);
      };
    } else {
      leave = await turnOfStranger().catch((error: unknown) => {
        end();
        throw error;
      });
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end();
      leave();
    };
  }

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

  /**
   * The next tasks for one thread, without those that waited too long. Known members' are taken
   * first and never together with strangers', for whose answers they would wait.
   */
  function nextBatch(): Waiting[] {
    const [queue, most] =
      known.length > 0 ? [known, mostTogether] : [strangers, mostStrangersTogether];
    const share = Math.min(most, Math.ceil(queue.length / width));
    const batch: Waiting[] = [];
    const now = performance.now();
    while (batch.length < share) {
      const one = queue.shift();
      if (one === undefined) break;
      if (one.until > now) batch.push(one);
      else one.finish({ error: busy(longestWait) });
    }
    return batch;
  }

  function distribute(): void {
    while (known.length + strangers.length > 0) {
      const thread = idle.pop() ?? (started < width ? start() : undefined);
      if (thread === undefined) return;
      const batch = nextBatch();
      if (batch.length === 0) {
        // All of them had waited too long; others may not have.
        idle.push(thread);
        continue;
      }
      const began = performance.now();
      const [last] = batch.slice(-1);
      // The first batch also waits for the thread to start, which says nothing about a hash.
      const isMeasured = warm.has(thread);
      warm.add(thread);
      thread.take(
        batch.map((one) =>
          isMeasured && one === last ? { ...one, finish: measured(one, began, batch.length) } : one,
        ),
      );
    }
  }

  const measured =
    ({ finish }: Waiting, began: number, count: number): Waiting["finish"] =>
    (outcome) => {
      const each = (performance.now() - began) / count;
      // A slow machine shows at once, a quick moment little by little.
      cost = each > cost ? (cost + each) / 2 : cost * 0.9 + each * 0.1;
      finish(outcome);
    };

  return {
    enter,
    refuseStranger: () => refuseBeyondBound({}),
    load: () => waitOf({}) / longestWait,
    async run(task, order = {}) {
      // Whoever has a place is counted already.
      const end = order.hasPlace ? undefined : count(order);
      const outcome = new Promise<string | boolean>((resolve, reject) => {
        // What arrives in one turn of the event loop is shared out evenly.
        if (known.length + strangers.length === 0) setImmediate(distribute);
        (order.isKnown ? known : strangers).push({
          task,
          until: performance.now() + giveUpAfter,
          finish: (outcome) =>
            "error" in outcome ? reject(outcome.error) : resolve(outcome.value),
        });
      });
      return outcome.finally(end);
    },
  };
}
