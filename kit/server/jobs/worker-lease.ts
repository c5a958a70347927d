import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { JobLost } from "./job.ts";

/**
 * So long a worker that stands still keeps its jobs. It renews every five seconds, so that a slow
 * database or a long garbage collection costs it nothing.
 */
const leaseMs = 30_000;
const renewEvery = 5_000;

const leaseOf = (worker: string): string => `worker ${worker}`;

export interface WorkerLeases {
  /** Takes or renews the leases of `workers` when that is due. */
  renew(workers: Iterable<string>): Promise<void>;
  /**
   * @param job the worker that has it, and when it was given to it, by the database's clock
   * @throws JobLost when the worker's lease ran out after that and another took its jobs.
   */
  assertHeld(job: { readonly worker: string; readonly since: Date }): Promise<void>;
  /** Whoever asks next asks the database: this process no longer knows what it holds. */
  doubt(): void;
  /**
   * Gives back the jobs of `worker` if it is gone or its lease has run out. From that moment its
   * lease is another's: a worker that goes on notices before it does what cannot be taken back.
   *
   * @returns whether its jobs were given back.
   */
  giveBack(worker: string, isGone: boolean): Promise<boolean>;
  /** Forgets workers that have ended. */
  end(workers: Iterable<string>): Promise<void>;
}

interface Lease {
  token: string;
  /** Until when nobody can have taken it, of `performance.now()`. */
  until: number;
  /** When this token began, by the database's clock; undefined for the first. */
  since?: Date;
}

/**
 * Leases of workers, in the database and by its clock. A process can be stopped with its connections
 * open (SIGSTOP, a paused machine, a swap storm), which no lock notices: so each worker renews a
 * lease, and its token grows when another has taken it.
 *
 * @param now of a clock that goes on while the process stands still, in milliseconds
 */
export function createWorkerLeases(pool: Pool, now = () => performance.now()): WorkerLeases {
  const holder = randomUUID();
  const leases = new Map<string, Lease>();
  let renewed = Number.NEGATIVE_INFINITY;

  const take = async (worker: string): Promise<Lease> => {
    // From before the question: the database's lease then lasts longer than what is believed here.
    const until = now() + leaseMs;
    const { rows } = await pool.query<{ token: string | null; at: Date }>(
      "select kit.take_lease($1, $2, $3) as token, clock_timestamp() as at",
      [leaseOf(worker), holder, leaseMs],
    );
    const [row] = rows;
    // Another keeps it for this moment only.
    if (row === undefined || row.token === null) throw new JobLost();
    const { token, at } = row;
    const known = leases.get(worker);
    const lease: Lease =
      known === undefined || known.token === token
        ? { ...known, token, until }
        : { token, until, since: at };
    leases.set(worker, lease);
    return lease;
  };

  return {
    async renew(workers) {
      if (now() - renewed < renewEvery) return;
      for (const worker of workers) await take(worker);
      renewed = now();
    },

    async assertHeld({ worker, since }) {
      const known = leases.get(worker);
      const lease = known === undefined || now() >= known.until ? await take(worker) : known;
      if (lease.since !== undefined && since < lease.since) throw new JobLost();
    },

    doubt() {
      renewed = Number.NEGATIVE_INFINITY;
      for (const lease of leases.values()) lease.until = Number.NEGATIVE_INFINITY;
    },

    async giveBack(worker, isGone) {
      const { rowCount } = await pool.query(
        `with taken as (
           update kit.lease
           set holder = $2, token = token + 1, expires_at = clock_timestamp()
           where name = $1 and ($4 or expires_at <= clock_timestamp())
           returning name
         )
         select graphile_worker.force_unlock_workers(array[$3])
         from (select from taken union all select where $4 limit 1) as free`,
        [leaseOf(worker), holder, worker, isGone],
      );
      return (rowCount ?? 0) > 0;
    },

    async end(workers) {
      const names = [...workers].map(leaseOf);
      if (names.length === 0) return;
      await pool.query("delete from kit.lease where name = any($1) and holder = $2", [
        names,
        holder,
      ]);
    },
  };
}
