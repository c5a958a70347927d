import type { Logger } from "../logger/logger.ts";
import { standardOutputTaken } from "../logger/standard-output.ts";
import { within } from "./within.ts";

export interface Lifecycle {
  /**
   * Starts one part and remembers how to stop it. When starting fails, everything started before
   * is stopped, in reverse, and the error is thrown on.
   */
  start<T>(
    name: string,
    start: () => Promise<T> | T,
    stop: (part: T) => Promise<unknown> | unknown,
  ): Promise<T>;
  /**
   * Stops all parts in the reverse order of their start, each after the one before has ended. A part
   * that is starting is waited for and undone first; none starts any more.
   */
  stop(): Promise<void>;
  /** Aborted when stopping begins, for what can break off: a build, a wait. */
  readonly ending: AbortSignal;
  /**
   * Stops on SIGTERM and SIGINT and then ends the process: code 0, or 1 when a part failed to
   * stop. Call it before the first part starts, so that every moment has the same end. A second
   * signal ends the process at once, but not within a second: a terminal, a supervisor or npm may
   * send one signal to the group and again to the process.
   */
  stopOnSignal(): void;
}

let endsBySignal = false;

/** Whether a signal is ending this process: what fails now fails because of that. */
export const isEnding = (): boolean => endsBySignal;

/** Milliseconds in which a repeated signal is the same signal. */
const sameSignal = 1_000;

export interface LifecycleOptions {
  readonly logger: Logger;
  /** Milliseconds that one part may take to stop before it is left behind; 35 s unless given. */
  readonly patience?: number;
}

/** Milliseconds that a slow reader of the log has for its last lines. */
const lastWords = 1_000;

/** Starts a process's parts in order and stops them in reverse: server, worker, database. */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { logger } = options;
  const patience = options.patience ?? 35_000;
  const parts = new AsyncDisposableStack();
  const pending = new Set<Promise<unknown>>();
  const ending = new AbortController();
  let isClean = true;
  let stopping: Promise<void> | undefined;

  /** One that cannot be stopped does not keep the others from it. */
  const stopPart = async (name: string, end: () => Promise<unknown> | unknown): Promise<void> => {
    try {
      await within(patience, end);
      logger.debug({ part: name }, "stopped");
    } catch (error) {
      isClean = false;
      logger.error({ err: error, part: name }, "could not be stopped in good order");
    }
  };

  const stopInOrder = async (): Promise<void> => {
    ending.abort();
    try {
      await within(patience, () => Promise.allSettled(pending));
    } catch (error) {
      isClean = false;
      logger.error({ err: error }, "a part that was starting could not be waited for");
    }
    await parts.disposeAsync();
  };
  const stop = (): Promise<void> => {
    stopping ??= stopInOrder();
    return stopping;
  };

  const begun = async <T>(
    name: string,
    begin: () => Promise<T> | T,
    end: (part: T) => Promise<unknown> | unknown,
  ): Promise<T> => {
    const refused = () => new Error(`${name} was stopped while it started.`);
    if (stopping) throw refused();
    const part = await begin();
    if (stopping) {
      // A signal arrived while this part was starting.
      await stopPart(name, () => end(part));
      throw refused();
    }
    parts.defer(() => stopPart(name, () => end(part)));
    logger.debug({ part: name }, "started");
    return part;
  };

  return {
    async start(name, begin, end) {
      const attempt = begun(name, begin, end);
      pending.add(attempt);
      try {
        return await attempt;
      } catch (error) {
        pending.delete(attempt);
        await stop();
        throw error;
      } finally {
        pending.delete(attempt);
      }
    },
    stop,
    ending: ending.signal,
    stopOnSignal() {
      let first: number | undefined;
      const onSignal = (signal: NodeJS.Signals): void => {
        const now = performance.now();
        if (first !== undefined) {
          if (now - first > sameSignal) process.exit(1);
          return;
        }
        first = now;
        endsBySignal = true;
        logger.info({ signal }, "stopping");
        void stop().then(async () => {
          await standardOutputTaken(lastWords);
          process.exit(isClean ? 0 : 1);
        });
      };
      process.on("SIGTERM", onSignal);
      process.on("SIGINT", onSignal);
    },
  };
}
