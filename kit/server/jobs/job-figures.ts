import type { Pool } from "pg";
import { durationBuckets, type Metrics } from "../metrics/metrics.ts";

/** Counts a job that ended; `begun` is of `performance.now()`. */
export type CountJob = (
  job: string,
  outcome: "done" | "failed" | "given_up" | "lost",
  begun: number,
) => void;

/** How long jobs take and how they end, and how many wait or were given up in the whole system. */
export function jobFigures(pool: Pool, metrics: Metrics | undefined): CountJob {
  if (metrics === undefined) return () => undefined;
  const durations = metrics.histogram(
    {
      name: "job_duration_seconds",
      help: "Time that a job took in this process, by its name and how it ended.",
      labels: ["job", "outcome"],
    },
    durationBuckets,
  );
  metrics.gauge(
    {
      name: "jobs",
      help: "Jobs in the database: due, later (delayed or to be tried again), given up.",
      labels: ["state"],
    },
    async (gauge) => {
      const { rows } = await pool.query<{ due: string; later: string; given_up: string }>(
        `select count(*) filter (where run_at <= now() and attempts < max_attempts) as due,
           count(*) filter (where run_at > now() and attempts < max_attempts) as later,
           count(*) filter (where attempts >= max_attempts) as given_up
         from graphile_worker.jobs`,
      );
      for (const [state, count] of Object.entries(rows[0] ?? {}))
        gauge.set({ state }, Number(count));
    },
  );
  metrics.gauge(
    {
      name: "job_oldest_seconds",
      help: "For how long the oldest job of a name has been due; none of those that wait for nothing.",
      labels: ["job"],
    },
    async (gauge) => {
      const { rows } = await pool.query<{ job: string; seconds: number }>(
        `select task_identifier as job, extract(epoch from now() - min(run_at))::float8 as seconds
         from graphile_worker.jobs where run_at <= now() and attempts < max_attempts group by 1`,
      );
      gauge.reset();
      for (const { job, seconds } of rows) gauge.set({ job }, seconds);
    },
  );
  return (job, outcome, begun) =>
    durations.observe({ job, outcome }, (performance.now() - begun) / 1000);
}
