import { type Kysely, sql } from "kysely";
import type { Clock } from "../clock/clock.ts";
import { attemptEach } from "./attempt-each.ts";
import { type CronEntry, cronPayload } from "./cron.ts";
import { defineJob, type Job } from "./job.ts";

/** Something that nobody needs after a while, and how it goes. */
export interface PurgeRule {
  /** For the log: "sample.session". */
  readonly name: string;
  /** @returns how many rows went. */
  remove(now: Date): Promise<number>;
}

const batch = 1_000;

export interface ExpiredRows {
  /** With its schema. */
  readonly table: string;
  /** The moment that decides; `expires_at` unless given. */
  readonly column?: string;
  /** Milliseconds after that moment; 0 unless given. */
  readonly after?: number;
}

/**
 * Removes a table's rows whose moment has passed, a thousand at a time, so that nobody waits long for
 * their locks.
 */
export function expiredRows<T>(
  db: Kysely<T>,
  { table, column = "expires_at", after = 0 }: ExpiredRows,
): PurgeRule {
  return {
    name: table,
    async remove(now) {
      const before = new Date(now.getTime() - after);
      let removed = 0;
      for (;;) {
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ctid = any (array(
            select ctid from ${sql.table(table)} where ${sql.ref(column)} <= ${before}
            limit ${batch} for update skip locked))`.execute(db);
        const gone = Number(numAffectedRows ?? 0n);
        removed += gone;
        if (gone < batch) return removed;
      }
    },
  };
}

/**
 * One hourly job for all rules of an application. A rule that fails does not keep the others from
 * their work; the job is tried again.
 */
export function createPurge(
  name: string,
  rules: readonly PurgeRule[],
  { clock }: { readonly clock: Clock },
): { readonly job: Job; readonly cron: CronEntry } {
  const job = defineJob(name, cronPayload, async (_, { logger }) => {
    await attemptEach(rules, async (rule) => {
      const removed = await rule.remove(clock.now()).catch((cause: unknown) => {
        throw new Error(`purge of ${rule.name} failed`, { cause });
      });
      if (removed > 0) logger.info({ rule: rule.name, removed }, "purged");
    });
  });
  return { job, cron: { name, at: "17 * * * *", job } };
}
