import { randomUUID } from "node:crypto";
import type { Locale } from "@sekimori/kit-contract/locale";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { type Kysely, type QueryExecutorProvider, sql } from "kysely";
import { z } from "zod";
import type { Clock } from "../clock/clock.ts";
import { breathe } from "../jobs/breathe.ts";
import { enqueue, enqueueAll } from "../jobs/enqueue.ts";
import { type Job, JobLost } from "../jobs/job.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Sealer } from "../sealing/sealing.ts";
import {
  composeLetter,
  type Letter,
  letterSchema,
  type MailContent,
  subjectOf,
} from "./letter/letter.ts";
import { type Attachment, checkMail, type Mailer, MailRefused } from "./mailer.ts";
import { mailKey, sendMail } from "./send-mail.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { type Attachment, type Mail, type Mailer, MailRefused } from "./mailer.ts";
export { type SmtpOptions, smtpMailer } from "./smtp-mailer.ts";
export { sendMailNow, type UndeliveredMail, undeliveredMails } from "./undelivered-mails.ts";

interface Addressed {
  readonly to: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly Attachment[];
  /** Names of documents that are made when the mail is sent: whoever queues it waits for none. */
  readonly enclosures?: readonly string[];
  /** One of many at once: whatever else waits is sent before it. */
  readonly isBulk?: boolean;
  readonly locale: Locale;
}

/** Makes a document that a mail encloses; undefined where there is none any more. */
export type Enclose = (name: string, locale: Locale) => Promise<Attachment | undefined>;

/** A mail as a feature writes it. */
export interface QueuedMail extends Addressed, MailContent {}

/** The same as a letter, which is written out as text and page when it is sent. */
export interface QueuedLetter extends Addressed {
  readonly letter: Letter;
}

export interface MailQueueOptions {
  readonly sealer: Sealer;
  /** Sender as in a From header: `Sekimori <no-reply@app.example>`. */
  readonly from: string;
  readonly clock: Clock;
  /** Where deliveries are counted; nowhere unless given. */
  readonly metrics?: Metrics;
}

export interface MailQueue {
  /**
   * Stores the mail, sealed, and the job that sends it, in the caller's transaction. The address
   * leaves the database again when the mail was sent or given up.
   *
   * @returns the mail's id.
   * @throws MailRefused when the address or a header could smuggle another.
   */
  queueMail(tx: QueryExecutorProvider, mail: QueuedMail | QueuedLetter): Promise<string>;
  /** The same for many mails, with two statements for all of them. @returns their ids, in order. */
  queueMails(
    tx: QueryExecutorProvider,
    mails: readonly (QueuedMail | QueuedLetter)[],
  ): Promise<string[]>;
  /** The job for the worker. A document that cannot be made is tried again like the mail itself. */
  sendJob<T>(db: Kysely<T>, mailer: Mailer, enclose?: Enclose): Job;
}

const addressed = {
  to: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.base64() }))
    .optional(),
  enclosures: z.array(z.string()).optional(),
};
const storedMail = z.union([
  z.object({ ...addressed, letter: letterSchema }),
  z.object({ ...addressed, subject: z.string(), text: z.string(), html: z.string() }),
]);

const contextOf = (id: string): string => `mail_outbox:${id}`;

/** Mails of this priority wait for all others: a code to sign in with stands in no queue of receipts. */
const bulkPriority = 10;
/** After this long a mail about a code or a change helps nobody any more. */
const giveUpAfter = 5 * dayMs;

/**
 * Milliseconds to the next try: 5 s, 10 s, 20 s … up to five minutes, so that after an outage of
 * any length the queue drains within five minutes.
 */
export function retryDelay(attempts: number): number {
  return Math.min(5_000 * 2 ** Math.min(attempts - 1, 10), 300_000);
}

interface OutboxRow {
  readonly message_id: string;
  readonly locale: Locale;
  readonly sealed: Buffer | null;
  readonly attempts: number;
  readonly queued_at: Date;
}

export function createMailQueue(options: MailQueueOptions): MailQueue {
  const { sealer, from, clock } = options;
  const deliveries = options.metrics?.counter({
    name: "mail_deliveries_total",
    help: "Tries to hand a mail to the mail server: sent, to be tried again, refused, expired.",
    labels: ["outcome"],
  });
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1];
  if (domain === undefined) throw new Error("The sender must hold an e-mail address.");

  const finish = async <T>(
    db: Kysely<T>,
    id: string,
    state: "sent" | "refused" | "expired",
    problem: string | null,
  ): Promise<void> => {
    deliveries?.inc({ outcome: state });
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
      await enqueue(tx, sendMail, { id }, { key: mailKey(id), runAt });
    });

  const queueMails: MailQueue["queueMails"] = async (tx, mails) => {
    if (mails.length === 0) return [];
    const rows: { id: string; locale: Locale; sealed: Buffer; priority: number }[] = [];
    for (const mail of mails) {
      await breathe(rows.length);
      checkMail("letter" in mail ? { ...mail, subject: subjectOf(mail.letter) } : mail);
      const id = randomUUID();
      const { locale, attachments, isBulk = false, ...rest } = mail;
      const files = attachments?.map((file) => ({
        ...file,
        content: file.content.toString("base64"),
      }));
      const stored = { ...rest, ...(files && { attachments: files }) };
      const sealed = sealer.seal(JSON.stringify(stored), contextOf(id));
      rows.push({ id, locale, sealed, priority: isBulk ? bulkPriority : 0 });
    }
    await sql`
      insert into kit.mail_outbox (id, message_id, locale, sealed, queued_at)
      select given.id, '<' || given.id || ${`@${domain}>`}, given.locale, given.sealed, ${clock.now()}
      from unnest(
        ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ locale }) => locale)}::text[],
        ${rows.map(({ sealed }) => sealed)}::bytea[]
      ) as given (id, locale, sealed)`.execute(tx);
    const jobs = rows.map(({ id, priority }) => ({ payload: { id }, key: mailKey(id), priority }));
    await enqueueAll(tx, sendMail, jobs);
    return rows.map(({ id }) => id);
  };

  return {
    queueMails,
    async queueMail(tx, mail) {
      const [id = ""] = await queueMails(tx, [mail]);
      return id;
    },

    sendJob(db, mailer, enclose) {
      return sendMail.handledBy(async ({ id }, { logger, assertHeld }) => {
        const { rows } = await sql<OutboxRow>`
          select message_id, locale, sealed, attempts, queued_at
          from kit.mail_outbox where id = ${id} and state = 'queued'`.execute(db);
        const row = rows[0];
        if (!row?.sealed) return; // Sent by an earlier run of this job.
        const opened = sealer.open(row.sealed, contextOf(id)).toString("utf8");
        const stored = storedMail.parse(JSON.parse(opened));
        const { subject, text, html } = "letter" in stored ? composeLetter(stored.letter) : stored;
        const { to, headers, enclosures = [] } = stored;
        const attachments: Attachment[] = (stored.attachments ?? []).map((file) => ({
          ...file,
          content: Buffer.from(file.content, "base64"),
        }));
        try {
          for (const name of enclosures) {
            if (enclose === undefined) throw new Error("Nobody here makes what mails enclose.");
            const made = await enclose(name, row.locale);
            if (made !== undefined) attachments.push(made);
          }
          await mailer.send(
            {
              ...{ to, subject, text, html },
              ...(headers === undefined ? {} : { headers }),
              ...(attachments.length === 0 ? {} : { attachments }),
              from,
              messageId: row.message_id,
              language: row.locale,
            },
            assertHeld,
          );
        } catch (error) {
          if (error instanceof JobLost) throw error;
          const attempts = row.attempts + 1;
          if (error instanceof MailRefused) {
            logger.error({ err: error, mail: id }, "mail refused for good");
            await finish(db, id, "refused", error.message);
          } else if (clock.now().getTime() - row.queued_at.getTime() > giveUpAfter) {
            logger.error({ err: error, mail: id, attempts }, "mail given up");
            await finish(db, id, "expired", problemOf(error));
          } else {
            logger.warn({ err: error, mail: id, attempts }, "mail will be tried again");
            deliveries?.inc({ outcome: "to_be_tried_again" });
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
