import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { WorkerEvents } from "graphile-worker";
import type { Pool, PoolClient } from "pg";
import type { Logger } from "../logger/logger.ts";
import { createWorkerLeases, type WorkerLeases } from "./worker-lease.ts";

/**
 * graphile-worker keeps the jobs of a killed process locked for four hours. Here every worker
 * holds an advisory lock, named by the id it writes on its jobs, for as long as its connection
 * lives, and renews a lease. An id on a job without such a lock belongs to a dead worker, one whose
 * lease has run out to a worker that stands still; their jobs are given back.
 */
export interface WorkerLiveness {
  readonly events: WorkerEvents;
  /** Refuses what a worker that stood still would do a second time. */
  readonly assertHeld: WorkerLeases["assertHeld"];
  /** Takes the locks when they are not held, and gives back the jobs of dead workers when due. */
  look(): Promise<void>;
  /** Waits for the outcomes of the own jobs to be written, then lets the locks go. */
  close(): Promise<void>;
}

const lockSpace = 7_361_410;
/** With the length of a lease: jobs of whoever stands still go on within 45 s. */
const lookEvery = 15_000;
/** A worker that has just taken its first job may not have its lock yet. */
const grace = 2_000;
/** How long the outcome of a job may take to be written at the end; then others give it back. */
const mostWaiting = 5_000;

export function createWorkerLiveness(pool: Pool, logger: Logger): WorkerLiveness {
  const events: WorkerEvents = new EventEmitter();
  const leases = createWorkerLeases(pool);
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
        // Others may have seen this process as dead.
        leases.doubt();
        client.release(true);
      });
    }
    for (const id of own) {
      if (held.has(id)) continue;
      await holder.query("select pg_advisory_lock_shared($1, hashtext($2))", [lockSpace, id]);
      held.add(id);
    }
    await leases.renew(own);
    await leases.end(ended);
    for (const id of ended) {
      if (held.delete(id)) {
        await holder.query("select pg_advisory_unlock_shared($1, hashtext($2))", [lockSpace, id]);
      }
      ended.delete(id);
    }
  };

  const isDead = async (id: string): Promise<boolean> => {
    const { rows } = await pool.query<{ is_dead: boolean }>(
      "select pg_try_advisory_xact_lock($1, hashtext($2)) as is_dead",
      [lockSpace, id],
    );
    return rows[0]?.is_dead === true;
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
      if (await isDead(id)) {
        await leases.giveBack(id, true);
        logger.info({ worker: id }, "gave back the jobs of a dead worker");
      } else if (await leases.giveBack(id, false)) {
        logger.warn({ worker: id }, "gave back the jobs of a worker that stands still");
      }
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
    assertHeld: leases.assertHeld,
    async look() {
      if (isClosed) return;
      await hold();
      if (Date.now() < nextLook) return;
      nextLook = Date.now() + lookEvery;
      await giveBack();
    },
    async close() {
      isClosed = true;
      try {
        await outcomesWritten();
        await leases.end(former);
      } catch (error) {
        logger.warn({ err: error }, "jobs are left to other workers");
      }
      holder?.release(true);
      holder = undefined;
    },
  };
}
