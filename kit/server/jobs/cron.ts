import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Clock } from "../clock/clock.ts";
import { parseCron } from "./cron-pattern.ts";
import { enqueue } from "./enqueue.ts";
import type { JobDefinition } from "./job.ts";

/** What every cron job receives: the moment it was due, which may be long before it runs. */
export const cronPayload = z.object({ dueAt: z.iso.datetime() });

export interface CronEntry {
  /** Unique; renaming an entry makes it a new one. */
  readonly name: string;
  /** Five cron fields in Asia/Tokyo: "0 9 1 * *" is nine in the morning of every 1st. */
  readonly at: string;
  readonly job: JobDefinition<typeof cronPayload>;
  /**
   * Which missed moments are made up for after a stop: all of them in order, or only the latest
   * (unless given).
   */
  readonly catchUp?: "latest" | "every";
}

/** A clock further ahead than this was moved back on purpose; less is skew between machines. */
const skew = 3_600_000;

interface Schedule {
  readonly entry: CronEntry;
  /** The latest due moment at or before `instant`. */
  dueBy(instant: Date): Date;
}

/** Works a moment out anew only when the next one has come, or the clock went back. */
function scheduleOf(entry: CronEntry): Schedule {
  const pattern = parseCron(entry.at);
  let known: { readonly due: Date; readonly next: Date } | undefined;
  return {
    entry,
    dueBy(instant) {
      if (!known || instant < known.due || instant >= known.next) {
        known = { due: pattern.latest(instant), next: pattern.next(instant) };
      }
      return known.due;
    },
  };
}

function momentsSince(schedule: Schedule, last: Date, due: Date): Date[] {
  if (schedule.entry.catchUp !== "every") return [due];
  const moments: Date[] = [];
  let moment = due;
  while (moment > last && moments.length < 1000) {
    moments.unshift(moment);
    moment = schedule.dueBy(new Date(moment.getTime() - 60_000));
  }
  return moments;
}

/** Enqueues what has become due. One process wins each moment: the row is advanced and the job added in one commit. */
async function runIfDue<T>(db: Kysely<T>, schedule: Schedule, now: Date): Promise<void> {
  const due = schedule.dueBy(now);
  const { name, job } = schedule.entry;
  await db.transaction().execute(async (tx) => {
    // A new entry starts with its next moment, not with one before it existed.
    await sql`insert into kit.cron_run (name, last_due) values (${name}, ${due})
      on conflict (name) do nothing`.execute(tx);
    const { rows } = await sql<{ last_due: Date }>`
      select last_due from kit.cron_run where name = ${name} for update`.execute(tx);
    const last = rows[0]?.last_due ?? due;
    const wasMovedBack = last.getTime() > now.getTime() + skew;
    if (last >= due && !wasMovedBack) return;
    await sql`update kit.cron_run set last_due = ${due} where name = ${name}`.execute(tx);
    if (wasMovedBack) return;
    for (const moment of momentsSince(schedule, last, due)) {
      const dueAt = moment.toISOString();
      await enqueue(tx, job, { dueAt }, { key: `cron:${name}:${dueAt}` });
    }
  });
}

export interface Cron {
  /** Looks at once; called by the worker every second and when the clock was moved. */
  tick(): Promise<void>;
}

/** @throws Error when an entry's fields are wrong or two entries share a name. */
export function createCron<T>(db: Kysely<T>, entries: readonly CronEntry[], clock: Clock): Cron {
  const names = new Set(entries.map((entry) => entry.name));
  if (names.size !== entries.length) throw new Error("Two cron entries have the same name.");
  const schedules = entries.map(scheduleOf);
  const enqueued = new Map<string, number>();
  return {
    async tick() {
      const now = clock.now();
      for (const schedule of schedules) {
        const { name } = schedule.entry;
        const due = schedule.dueBy(now).getTime();
        // The database is asked only when a moment has come that this process has not looked after.
        if (enqueued.get(name) === due) continue;
        await runIfDue(db, schedule, now);
        enqueued.set(name, due);
      }
    },
  };
}
