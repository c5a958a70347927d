import type { Logger } from "../logger/logger.ts";
import { standardOutputTaken } from "../logger/standard-output.ts";

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
  /** Stops all parts in the reverse order of their start, each after the one before has ended. */
  stop(): Promise<void>;
  /**
   * Stops on SIGTERM and SIGINT and then ends the process: code 0, or 1 when a part failed to
   * stop. A second signal ends it at once.
   */
  stopOnSignal(): void;
}

export interface LifecycleOptions {
  readonly logger: Logger;
  /** Milliseconds that one part may take to stop before it is left behind; 35 s unless given. */
  readonly patience?: number;
}

/** Milliseconds that a slow reader of the log has for its last lines. */
const lastWords = 1_000;

async function within(patience: number, work: () => Promise<unknown> | unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${patience} ms`)), patience);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Starts a process's parts in order and stops them in reverse: server, worker, database. */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { logger } = options;
  const patience = options.patience ?? 35_000;
  const parts = new AsyncDisposableStack();
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

  const stop = (): Promise<void> => {
    stopping ??= parts.disposeAsync();
    return stopping;
  };

  return {
    async start(name, begin, end) {
      try {
        const part = await begin();
        if (parts.disposed) {
          // A signal arrived while this part was starting.
          await stopPart(name, () => end(part));
          throw new Error(`${name} was stopped while it started.`);
        }
        parts.defer(() => stopPart(name, () => end(part)));
        logger.debug({ part: name }, "started");
        return part;
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
    stopOnSignal() {
      let isSecond = false;
      const onSignal = (signal: NodeJS.Signals): void => {
        if (isSecond) process.exit(1);
        isSecond = true;
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
