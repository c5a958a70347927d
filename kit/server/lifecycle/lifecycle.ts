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

interface StartedPart {
  readonly name: string;
  readonly stop: () => Promise<unknown>;
}

async function stopWithin(part: StartedPart, patience: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${patience} ms`)), patience);
  });
  try {
    await Promise.race([part.stop(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Starts a process's parts in order and stops them in reverse: server, worker, database. */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { logger } = options;
  const patience = options.patience ?? 35_000;
  const started: StartedPart[] = [];
  let stopping: Promise<boolean> | undefined;

  const stopAll = async (): Promise<boolean> => {
    let isClean = true;
    for (let part = started.pop(); part; part = started.pop()) {
      try {
        await stopWithin(part, patience);
        logger.debug({ part: part.name }, "stopped");
      } catch (error) {
        isClean = false;
        logger.error({ err: error, part: part.name }, "could not be stopped in good order");
      }
    }
    return isClean;
  };

  const stop = (): Promise<boolean> => {
    stopping ??= stopAll();
    return stopping;
  };

  return {
    async start(name, begin, end) {
      try {
        const part = await begin();
        const entry = { name, stop: async () => end(part) };
        if (stopping) {
          // A signal arrived while this part was starting.
          await stopWithin(entry, patience);
          throw new Error(`${name} was stopped while it started.`);
        }
        started.push(entry);
        logger.debug({ part: name }, "started");
        return part;
      } catch (error) {
        await stop();
        throw error;
      }
    },
    async stop() {
      await stop();
    },
    stopOnSignal() {
      let isSecond = false;
      const onSignal = (signal: NodeJS.Signals): void => {
        if (isSecond) process.exit(1);
        isSecond = true;
        logger.info({ signal }, "stopping");
        void stop().then(async (isClean) => {
          await standardOutputTaken(lastWords);
          process.exit(isClean ? 0 : 1);
        });
      };
      process.on("SIGTERM", onSignal);
      process.on("SIGINT", onSignal);
    },
  };
}
