import type { Logger as LibraryLogger, Runner, TaskList } from "graphile-worker";
import { sql } from "kysely";
import type { Clock, MovableClock } from "../clock/clock.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../logger/logger.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type CronEntry, createCron } from "./cron.ts";
import { type Job, JobLost } from "./job.ts";
import { type CountJob, jobFigures } from "./job-figures.ts";
import { inJobsTrace } from "./job-trace.ts";
import { reconnectingPool } from "./reconnecting-pool.ts";
import { createWorkerLiveness, type WorkerLiveness } from "./worker-liveness.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { attemptEach } from "./attempt-each.ts";
export { breathe } from "./breathe.ts";
export { type CronEntry, cronPayload } from "./cron.ts";
export { type EnqueueOptions, enqueue, enqueueAll, type QueuedJob } from "./enqueue.ts";
export {
  defineJob,
  type Job,
  type JobDefinition,
  type JobHandler,
  type JobRun,
  type OpenJob,
} from "./job.ts";
export { type OnePass, onePass } from "./one-pass.ts";
export { createPurge, expiredRows, type PurgeRule } from "./purge.ts";
export { retryJob, type StuckJob, stuckJobs } from "./stuck-jobs.ts";

export interface WorkerOptions<Tables> {
  readonly database: Database<Tables>;
  readonly jobs: readonly Job[];
  readonly cron?: readonly CronEntry[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** Where jobs are counted; nowhere unless given. */
  readonly metrics?: Metrics;
  /** Jobs at a time in this process; 4 unless given. */
  readonly concurrency?: number;
}

export interface JobWorker {
  /** Takes no new jobs, lets running ones end (5 s, then they are returned to the queue). */
  stop(): Promise<void>;
}

function isMovable(clock: Clock): clock is MovableClock {
  return "subscribe" in clock && "offset" in clock;
}

function tasksOf(
  jobs: readonly Job[],
  logger: Logger,
  count: CountJob,
  { assertHeld }: WorkerLiveness,
): TaskList {
  const tasks: TaskList = {};
  for (const job of jobs) {
    if (tasks[job.name]) throw new Error(`Two jobs are named ${job.name}.`);
    tasks[job.name] = async (payload: unknown, helpers) => {
      const { id, attempts, max_attempts: maxAttempts } = helpers.job;
      const { locked_by: worker, locked_at: since } = helpers.job;
      const begun = performance.now();
      const jobLogger = logger.child({ job: job.name, jobId: id });
      const isHeld = async () => {
        if (worker !== null && since !== null) await assertHeld({ worker, since });
      };
      try {
        await isHeld();
        await inJobsTrace(job.name, helpers.job, () =>
          job.perform(payload, {
            id,
            attempt: attempts,
            maxAttempts,
            logger: jobLogger,
            signal: helpers.abortSignal,
            assertHeld: isHeld,
          }),
        );
        count(job.name, "done", begun);
      } catch (error) {
        if (error instanceof JobLost) {
          count(job.name, "lost", begun);
          jobLogger.warn({ attempt: attempts }, "job left to the worker that has it now");
          throw error;
        }
        const isLast = attempts >= maxAttempts;
        count(job.name, isLast ? "given_up" : "failed", begun);
        jobLogger[isLast ? "error" : "warn"](
          { err: error, attempt: attempts, maxAttempts },
          isLast ? "job given up" : "job failed and will be tried again",
        );
        throw error;
      }
    };
  }
  return tasks;
}

/** graphile-worker's own lines, at debug: its failures are logged by the task above. */
function workerLogger(logger: Logger, Lines: typeof LibraryLogger): LibraryLogger {
  return new Lines(() => (level, message) => {
    if (level === "error" || level === "warning") logger.warn({ worker: message }, "job worker");
    else logger.debug({ worker: message }, "job worker");
  });
}

/**
 * Brings delayed jobs forward when the product's clock runs ahead of the machine's: graphile-worker
 * compares `run_at` with the database's time. Jobs waiting for a further try keep their delay.
 */
async function bringForward<T>(database: Database<T>, clock: MovableClock): Promise<void> {
  if (clock.offset() < 1000) return;
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs
    where run_at > now() and run_at <= ${clock.now()} and locked_at is null and attempts = 0
    having count(*) > 0`.execute(database.db);
}

/**
 * Starts taking jobs. Any number of processes may run; each job is given to one of them. A job
 * whose process died is given back within 15 s, or two seconds after another starts; that of a
 * process that stands still within 45 s.
 */
export async function startWorker<T>(options: WorkerOptions<T>): Promise<JobWorker> {
  const { database, clock, logger } = options;
  // A process that takes no jobs does without the library: it writes them by itself.
  const { run, Logger: WorkerLogger } = await import("graphile-worker");
  const cron = createCron(database.db, options.cron ?? [], clock);
  const liveness = createWorkerLiveness(database.sessions, logger);

  let stopping: Promise<void> | undefined;
  let runner: Runner | undefined;
  // A database that is not there at the start is told at once, and at the end nobody waits for it.
  let isPatient = false;
  const taskList = tasksOf(
    options.jobs,
    logger,
    jobFigures(database.pool, options.metrics),
    liveness,
  );
  const start = async (): Promise<void> => {
    runner = await run({
      pgPool: reconnectingPool(database.sessions, () => !isPatient),
      taskList,
      concurrency: options.concurrency ?? 4,
      pollInterval: 2_000,
      noHandleSignals: true,
      logger: workerLogger(logger, WorkerLogger),
      events: liveness.events,
    });
    // The runner gives up when the database stays away; the product does not.
    runner.promise.then(restart, restart);
  };
  const restart = (error?: unknown): void => {
    if (stopping) return;
    logger.warn({ err: error }, "the job worker ended; starting it again");
    setTimeout(() => {
      if (!stopping) start().catch(restart);
    }, 1_000);
  };
  await start();
  isPatient = true;

  const look = async (): Promise<void> => {
    try {
      if (isMovable(clock)) await bringForward(database, clock);
      await cron.tick();
      await liveness.look();
    } catch (error) {
      logger.warn({ err: error }, "the job worker could not look for due jobs");
    }
  };
  await look();
  let looking = Promise.resolve();
  const lookAgain = (): void => {
    looking = looking.then(look);
  };
  const timer = setInterval(lookAgain, 1_000);
  const unsubscribe = isMovable(clock) ? clock.subscribe(lookAgain) : () => undefined;

  const stop = async (): Promise<void> => {
    isPatient = false;
    clearInterval(timer);
    unsubscribe();
    await looking;
    await runner?.stop();
    await liveness.close();
  };
  return {
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}
