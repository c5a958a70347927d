import { type QueryExecutorProvider, sql } from "kysely";
import type { z } from "zod";
import type { JobDefinition } from "./job.ts";
import { flagsOfTrace } from "./job-trace.ts";

export interface EnqueueOptions {
  /** One job per key: enqueueing again replaces the one that has not started. */
  readonly key?: string;
  /** Not before this moment of the product's clock; at once unless given. */
  readonly runAt?: Date;
  /** Tries until the job is given up; 25 (about four days) unless given. */
  readonly maxAttempts?: number;
  /** Jobs of one queue run one after another. */
  readonly queue?: string;
}

/**
 * Adds a job in the caller's transaction: it exists exactly when that transaction commits, which
 * makes it the transactional outbox for mail, billing and audit. A worker picks it up within
 * milliseconds of the commit.
 *
 * @throws z.ZodError when the payload does not fit the job's schema.
 */
export async function enqueue<S extends z.ZodType>(
  tx: QueryExecutorProvider,
  job: JobDefinition<S>,
  payload: z.input<S>,
  options: EnqueueOptions = {},
): Promise<void> {
  job.schema.parse(payload);
  await sql`
    select graphile_worker.add_job(
      identifier => ${job.name},
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${options.queue ?? null}::text,
      run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${options.maxAttempts ?? null}::integer,
      job_key => ${options.key ?? null}::text,
      flags => ${flagsOfTrace()}::text[]
    )`.execute(tx);
}

/** One of several jobs that are added together. */
export interface QueuedJob<S extends z.ZodType> {
  readonly payload: z.input<S>;
  /** As in `EnqueueOptions`. */
  readonly key?: string;
  /** Whatever has a lower one is done first; 0 unless given. */
  readonly priority?: number;
}

/**
 * Adds many jobs of one kind with one statement, in the caller's transaction.
 *
 * @throws z.ZodError when a payload does not fit the job's schema.
 */
export async function enqueueAll<S extends z.ZodType>(
  tx: QueryExecutorProvider,
  job: JobDefinition<S>,
  jobs: readonly QueuedJob<S>[],
): Promise<void> {
  if (jobs.length === 0) return;
  for (const { payload } of jobs) job.schema.parse(payload);
  await sql`
    select count(*) from graphile_worker.add_jobs((
      select array_agg(
        row(${job.name}::text, given.payload::json, null, null, null, given.key, given.priority, ${flagsOfTrace()}::text[])
          ::graphile_worker.job_spec)
      from unnest(
        ${jobs.map(({ payload }) => JSON.stringify(payload))}::text[],
        ${jobs.map(({ key }) => key ?? null)}::text[],
        ${jobs.map(({ priority }) => priority ?? 0)}::integer[]
      ) as given (payload, key, priority)
    ))`.execute(tx);
}
