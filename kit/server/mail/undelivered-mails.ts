import { type QueryExecutorProvider, sql } from "kysely";
import { enqueue } from "../jobs/enqueue.ts";
import { mailKey, sendMail } from "./send-mail.ts";

/** A mail that has not arrived. To whom it goes is sealed, and gone once it was given up. */
export interface UndeliveredMail {
  readonly id: string;
  readonly state: "queued" | "refused" | "expired";
  readonly attempts: number;
  /** The mail server's code. */
  readonly problem: string | null;
  readonly since: Date;
}

const minuteMs = 60_000;

/** A mail that waits for so long should have gone out. */
const lateMs = 10 * minuteMs;

/** What was given up is told for so long. */
const toldMs = 7 * 24 * 60 * minuteMs;

/** Mails that wait for too long, and those that were given up in the last seven days; the oldest first. */
export async function undeliveredMails(
  db: QueryExecutorProvider,
  now: Date,
  most: number,
): Promise<UndeliveredMail[]> {
  // Two indexes, and not one look at every mail there ever was.
  const { rows } = await sql<UndeliveredMail>`
    select id, state, attempts, last_problem as problem, queued_at as since from (
      (select * from kit.mail_outbox
        where state = 'queued' and queued_at <= ${new Date(now.getTime() - lateMs)}
        order by queued_at limit ${most})
      union all
      select * from kit.mail_outbox
        where state in ('refused', 'expired') and finished_at > ${new Date(now.getTime() - toldMs)}
    ) as undelivered
    order by since, id limit ${most}`.execute(db);
  return rows;
}

/**
 * Has a mail that waits sent now; one that is being sent is left alone.
 *
 * @returns whether it waits: what was given up is no longer there
 */
export async function sendMailNow(tx: QueryExecutorProvider, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from kit.mail_outbox where id = ${id} and state = 'queued' for update`.execute(tx);
  if (rows.length === 0) return false;
  const { rows: jobs } = await sql<{ id: string; isHeld: boolean }>`
    select id::text, locked_at is not null as "isHeld" from graphile_worker.jobs
    where key = ${mailKey(id)}`.execute(tx);
  if (jobs.some(({ isHeld }) => isHeld)) return true;
  await enqueue(tx, sendMail, { id }, { key: mailKey(id) });
  return true;
}
