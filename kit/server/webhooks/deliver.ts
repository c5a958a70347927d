import { type Kysely, type QueryExecutorProvider, sql } from "kysely";
import { z } from "zod";
import type { Clock } from "../clock/clock.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { defineJob, type Job } from "../jobs/job.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Sealer } from "../sealing/sealing.ts";
import { asOwner, type EndpointRow, openEndpoint } from "./endpoint-store.ts";
import { webhookPatienceMs, webhookRetryDelay } from "./retry.ts";
import { sendWebhook, type WebhookOutcome } from "./send.ts";

const deliverWebhook = defineJob(
  "kit.deliver-webhook",
  z.object({ owner: z.string(), id: z.uuid(), endpoint: z.uuid() }),
);

export const deliveryContext = (id: string) => `kit.webhook_delivery:${id}`;

export interface DeliveryKey {
  readonly owner: string;
  readonly id: string;
  readonly endpoint: string;
}

/** Adds the job of one try. One receiver's deliveries go one after another, so that a slow one keeps nobody else waiting. */
export async function enqueueDelivery(
  tx: QueryExecutorProvider,
  delivery: DeliveryKey,
  runAt?: Date,
): Promise<void> {
  await enqueue(tx, deliverWebhook, delivery, {
    key: `webhook:${delivery.id}`,
    queue: `webhook:${delivery.endpoint}`,
    ...(runAt === undefined ? {} : { runAt }),
  });
}

interface Waiting extends EndpointRow {
  readonly message_id: string;
  readonly body: Buffer;
  readonly attempts: number;
}

/** Notes a try: delivered, to be tried again, or given up; and how the receiver is doing. */
async function note(
  tx: QueryExecutorProvider,
  delivery: DeliveryKey,
  waiting: Waiting,
  outcome: WebhookOutcome,
  now: Date,
): Promise<void> {
  const attempts = waiting.attempts + 1;
  const isGone = outcome.problem === "gone";
  const delay =
    outcome.arrived || isGone ? undefined : webhookRetryDelay(attempts, outcome.retryAfterMs);
  // A delay between tries is real time, whatever the product's clock says.
  const nextAt = delay === undefined ? null : new Date(Date.now() + delay);
  const state = outcome.arrived ? "delivered" : nextAt === null ? "failed" : "queued";
  const { numAffectedRows } = await sql`
    update kit.webhook_delivery set state = ${state}, attempts = ${attempts},
      next_at = ${nextAt}, finished_at = ${nextAt === null ? now : null},
      last_status = ${outcome.status}, last_problem = ${outcome.problem}, last_ms = ${outcome.ms}
    where id = ${delivery.id} and state = 'queued' and attempts = ${waiting.attempts}`.execute(tx);
  if (numAffectedRows === 0n) return;
  if (nextAt !== null) await enqueueDelivery(tx, delivery, nextAt);
  if (outcome.arrived) {
    await sql`update kit.webhook_endpoint set failing_since = null
      where id = ${delivery.endpoint} and failing_since is not null`.execute(tx);
    return;
  }
  const patience = new Date(now.getTime() - webhookPatienceMs);
  await sql`
    update kit.webhook_endpoint set failing_since = coalesce(failing_since, ${now}::timestamptz),
      disabled_at = case when ${isGone}::boolean or failing_since <= ${patience} then ${now}::timestamptz end,
      disabled_why = case when ${isGone}::boolean then 'gone' when failing_since <= ${patience} then 'failing' end
    where id = ${delivery.endpoint} and disabled_at is null`.execute(tx);
}

/** The job that sends. The call itself holds no transaction open, and may happen twice after a crash; the receiver knows a message by its id. */
export function deliveryJob<T>(
  db: Kysely<T>,
  books: {
    readonly sealer: Sealer;
    readonly outbound: Pick<Outbound, "fetch">;
    readonly clock: Clock;
  },
): Job {
  const { sealer, outbound, clock } = books;
  return deliverWebhook.handledBy(async (delivery, { assertHeld }) => {
    const waiting = await asOwner(db, delivery.owner, async (tx) => {
      const { rows } = await sql<Waiting>`
        select e.*, d.message_id, d.sealed as body, d.attempts
        from kit.webhook_delivery d join kit.webhook_endpoint e on e.id = d.endpoint_id
        where d.id = ${delivery.id} and d.owner = ${delivery.owner} and d.state = 'queued'`.execute(
        tx,
      );
      return rows[0];
    });
    if (waiting === undefined) return;
    if (waiting.disabled_at !== null) {
      await asOwner(db, delivery.owner, (tx) =>
        sql`update kit.webhook_delivery set state = 'failed', next_at = null,
          finished_at = ${clock.now()} where id = ${delivery.id} and state = 'queued'`.execute(tx),
      );
      return;
    }
    const { url, secrets } = openEndpoint(sealer, waiting);
    const body = sealer.open(waiting.body, deliveryContext(delivery.id)).toString("utf8");
    // The receiver compares it with its own time, so it is the machine's and of this try.
    const message = { id: `msg_${waiting.message_id}`, at: new Date(), body };
    await assertHeld();
    const outcome = await sendWebhook(
      outbound,
      url,
      message,
      waiting.form === "standard" ? secrets : [],
    );
    await asOwner(db, delivery.owner, (tx) => note(tx, delivery, waiting, outcome, clock.now()));
  });
}
