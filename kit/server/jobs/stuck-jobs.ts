import { type QueryExecutorProvider, sql } from "kysely";

/** A job that somebody should look at. Neither its payload nor its error is shown: both may name people. */
export interface StuckJob {
  readonly id: string;
  readonly name: string;
  /** Due and not begun, failed and to be tried again, or tried as often as it may be. */
  readonly state: "late" | "failed" | "given-up";
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly since: Date;
}

/** A job that is due for so long, by the database's clock, waits for a worker that should be there. */
const lateAfter = "10 minutes";

/** Jobs that failed, were given up, or wait for too long, the oldest first. */
export async function stuckJobs(db: QueryExecutorProvider, most: number): Promise<StuckJob[]> {
  const { rows } = await sql<StuckJob>`
    select id::text, task_identifier as name, attempts::int as attempts,
      max_attempts::int as "maxAttempts", created_at as since,
      case when attempts >= max_attempts then 'given-up'
        when attempts > 0 then 'failed' else 'late' end as state
    from graphile_worker.jobs
    where locked_at is null
      and (attempts > 0 or run_at <= now() - ${sql.lit(lateAfter)}::interval)
    order by created_at, id limit ${most}`.execute(db);
  return rows;
}

/**
 * Has a job that failed, was given up or is late done now, with all its tries before it. One that a
 * worker has, that is done, or that waits for its time is left alone.
 *
 * @returns its name; undefined: there is no such job to be tried
 */
export async function retryJob(tx: QueryExecutorProvider, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    with stuck as materialized (
      select id, task_identifier as name from graphile_worker.jobs
      where id = ${id}::bigint and locked_at is null and (attempts > 0 or run_at <= now())
    )
    select stuck.name from graphile_worker.reschedule_jobs(
      array(select id from stuck), run_at => now(), attempts => 0::smallint) as again
    join stuck on stuck.id = again.id`.execute(tx);
  return rows[0]?.name;
}
