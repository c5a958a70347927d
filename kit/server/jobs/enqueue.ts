import { type QueryExecutorProvider, sql } from "kysely";
import type { z } from "zod";
import type { JobDefinition } from "./job.ts";

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
      job_key => ${options.key ?? null}::text
    )`.execute(tx);
}
