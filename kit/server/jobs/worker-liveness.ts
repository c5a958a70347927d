import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { WorkerEvents } from "graphile-worker";
import type { Pool, PoolClient } from "pg";
import type { Logger } from "../logger/logger.ts";

/**
 * graphile-worker keeps the jobs of a killed process locked for four hours. Here every worker
 * holds an advisory lock, named by the id it writes on its jobs, for as long as its process
 * lives; an id on a job without such a lock belongs to a dead worker, and its jobs are given back.
 */
export interface WorkerLiveness {
  readonly events: WorkerEvents;
  /** Takes the locks when they are not held, and gives back the jobs of dead workers when due. */
  look(): Promise<void>;
  /** Waits for the outcomes of the own jobs to be written, then lets the locks go. */
  close(): Promise<void>;
}

const lockSpace = 7_361_410;
const lookEvery = 30_000;
/** A worker that has just taken its first job may not have its lock yet. */
const grace = 2_000;
/** How long the outcome of a job may take to be written at the end; then others give it back. */
const mostWaiting = 5_000;

export function createWorkerLiveness(pool: Pool, logger: Logger): WorkerLiveness {
  const events: WorkerEvents = new EventEmitter();
  const own = new Set<string>();
  /** All that this process ever had. */
  const former = new Set<string>();
  const held = new Set<string>();
  const ended = new Set<string>();
  let holder: PoolClient | undefined;
  let nextLook = 0;
  let isClosed = false;

  events.on("pool:create", ({ workerPool }) => {
    own.add(workerPool.id);
    former.add(workerPool.id);
    nextLook = 0;
  });
  // A worker that gave up (its database went away) lives no longer, although this process does.
  events.on("pool:release", ({ workerPool }) => {
    own.delete(workerPool.id);
    ended.add(workerPool.id);
    nextLook = 0;
  });

  /** One connection holds all locks; when it breaks, the next look takes them on another. */
  const hold = async (): Promise<void> => {
    if (!holder) {
      const client = await pool.connect();
      holder = client;
      client.once("error", () => {
        if (holder !== client) return; // Given back already, by close.
        holder = undefined;
        held.clear();
        client.release(true);
      });
    }
    for (const id of own) {
      if (held.has(id)) continue;
      await holder.query("select pg_advisory_lock_shared($1, hashtext($2))", [lockSpace, id]);
      held.add(id);
    }
    for (const id of ended) {
      if (held.delete(id)) {
        await holder.query("select pg_advisory_unlock_shared($1, hashtext($2))", [lockSpace, id]);
      }
      ended.delete(id);
    }
  };

  const giveBack = async (): Promise<void> => {
    const { rows } = await pool.query<{ locked_by: string; is_new: boolean }>(
      `select locked_by, max(locked_at) > now() - make_interval(secs => $1) as is_new
       from graphile_worker.jobs where locked_by is not null group by locked_by`,
      [grace / 1000],
    );
    for (const { locked_by: id, is_new: isNew } of rows) {
      if (own.has(id)) continue;
      if (isNew) {
        nextLook = Date.now() + grace;
        continue;
      }
      const { rows: freed } = await pool.query(
        `select graphile_worker.force_unlock_workers(array[$2])
         where pg_try_advisory_xact_lock($1, hashtext($2))`,
        [lockSpace, id],
      );
      if (freed.length > 0) logger.info({ worker: id }, "gave back the jobs of a dead worker");
    }
  };

  /**
   * graphile-worker does not await the statement that ends a job. Who closes the database before
   * it has run, or lets go of the lock, gives a failed job back without its pause.
   */
  const outcomesWritten = async (): Promise<void> => {
    for (const until = Date.now() + mostWaiting; Date.now() < until; await pause(20)) {
      const { rows } = await pool.query<{ open: number }>(
        "select count(*)::int as open from graphile_worker.jobs where locked_by = any($1)",
        [[...former]],
      );
      if (rows[0]?.open === 0) return;
    }
    logger.warn("jobs are left to other workers");
  };

  return {
    events,
    async look() {
      if (isClosed || (holder && Date.now() < nextLook)) return;
      nextLook = Date.now() + lookEvery;
      await hold();
      await giveBack();
    },
    async close() {
      isClosed = true;
      try {
        await outcomesWritten();
      } catch (error) {
        logger.warn({ err: error }, "jobs are left to other workers");
      }
      holder?.release(true);
      holder = undefined;
    },
  };
}
