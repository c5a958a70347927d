import { randomUUID } from "node:crypto";
import type { Locale } from "@sekimori/kit-contract/locale";
import { type Kysely, type QueryExecutorProvider, sql } from "kysely";
import { z } from "zod";
import type { Clock } from "../clock/clock.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { defineJob, type Job } from "../jobs/job.ts";
import type { Sealer } from "../sealing/sealing.ts";
import { checkMail, type Mailer, MailRefused } from "./mailer.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { type Mail, type Mailer, MailRefused } from "./mailer.ts";
export { type SmtpOptions, smtpMailer } from "./smtp-mailer.ts";

/** A mail as a feature writes it. */
export interface QueuedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly locale: Locale;
}

export interface MailQueueOptions {
  readonly sealer: Sealer;
  /** Sender as in a From header: `Sekimori <no-reply@portal.example>`. */
  readonly from: string;
  readonly clock: Clock;
}

export interface MailQueue {
  /**
   * Stores the mail, sealed, and the job that sends it, in the caller's transaction. The address
   * leaves the database again when the mail was sent or given up.
   *
   * @returns the mail's id.
   * @throws MailRefused when the address or a header could smuggle another.
   */
  queueMail(tx: QueryExecutorProvider, mail: QueuedMail): Promise<string>;
  /** The job for the worker. */
  sendJob<T>(db: Kysely<T>, mailer: Mailer): Job;
}

const sendMail = defineJob("kit.send-mail", z.object({ id: z.uuid() }));

const storedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
});

const contextOf = (id: string): string => `mail_outbox:${id}`;

const day = 86_400_000;
/** After this long a mail about a code or a change helps nobody any more. */
const giveUpAfter = 5 * day;

/**
 * Milliseconds to the next try: 5 s, 10 s, 20 s … up to five minutes, so that after an outage of
 * any length the queue drains within five minutes.
 */
export function retryDelay(attempts: number): number {
  return Math.min(5_000 * 2 ** Math.min(attempts - 1, 10), 300_000);
}

interface OutboxRow {
  readonly message_id: string;
  readonly locale: string;
  readonly sealed: Buffer | null;
  readonly attempts: number;
  readonly queued_at: Date;
}

export function createMailQueue(options: MailQueueOptions): MailQueue {
  const { sealer, from, clock } = options;
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1];
  if (domain === undefined) throw new Error("The sender must hold an e-mail address.");

  const finish = async <T>(
    db: Kysely<T>,
    id: string,
    state: "sent" | "refused" | "expired",
    problem: string | null,
  ): Promise<void> => {
    await sql`
      update kit.mail_outbox
      set state = ${state}, sealed = null, finished_at = ${clock.now()},
          attempts = attempts + 1, last_problem = ${problem}
      where id = ${id} and state = 'queued'`.execute(db);
  };

  const tryLater = async <T>(db: Kysely<T>, id: string, attempts: number, problem: string) =>
    db.transaction().execute(async (tx) => {
      await sql`
        update kit.mail_outbox set attempts = ${attempts}, last_problem = ${problem}
        where id = ${id} and state = 'queued'`.execute(tx);
      // A delay between tries is real time, whatever the product's clock says.
      const runAt = new Date(Date.now() + retryDelay(attempts));
      await enqueue(tx, sendMail, { id }, { key: `mail:${id}`, runAt });
    });

  return {
    async queueMail(tx, mail) {
      checkMail(mail);
      const id = randomUUID();
      const { locale, ...rest } = mail;
      const sealed = sealer.seal(JSON.stringify(rest), contextOf(id));
      await sql`
        insert into kit.mail_outbox (id, message_id, locale, sealed, queued_at)
        values (${id}, ${`<${id}@${domain}>`}, ${locale}, ${sealed}, ${clock.now()})`.execute(tx);
      await enqueue(tx, sendMail, { id }, { key: `mail:${id}` });
      return id;
    },

    sendJob(db, mailer) {
      return sendMail.handledBy(async ({ id }, { logger }) => {
        const { rows } = await sql<OutboxRow>`
          select message_id, locale, sealed, attempts, queued_at
          from kit.mail_outbox where id = ${id} and state = 'queued'`.execute(db);
        const row = rows[0];
        if (!row?.sealed) return; // Sent by an earlier run of this job.
        const opened = sealer.open(row.sealed, contextOf(id)).toString("utf8");
        const { headers, ...mail } = storedMail.parse(JSON.parse(opened));
        try {
          await mailer.send({
            ...mail,
            ...(headers === undefined ? {} : { headers }),
            from,
            messageId: row.message_id,
            language: row.locale,
          });
        } catch (error) {
          const attempts = row.attempts + 1;
          if (error instanceof MailRefused) {
            logger.error({ err: error, mail: id }, "mail refused for good");
            await finish(db, id, "refused", error.message);
          } else if (clock.now().getTime() - row.queued_at.getTime() > giveUpAfter) {
            logger.error({ err: error, mail: id, attempts }, "mail given up");
            await finish(db, id, "expired", problemOf(error));
          } else {
            logger.warn({ err: error, mail: id, attempts }, "mail will be tried again");
            await tryLater(db, id, attempts, problemOf(error));
          }
          return;
        }
        await finish(db, id, "sent", null);
      });
    },
  };
}

/** The kind of failure without the server's words, which may repeat the address. */
function problemOf(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(" ") || "unknown";
}
