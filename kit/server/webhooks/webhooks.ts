import { randomUUID } from "node:crypto";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { type Kysely, type QueryExecutorProvider, sql } from "kysely";
import type { Clock } from "../clock/clock.ts";
import type { Job } from "../jobs/job.ts";
import type { PurgeRule } from "../jobs/purge.ts";
import type { Outbound } from "../outbound/outbound.ts";
import type { Sealer } from "../sealing/sealing.ts";
import { deliveryContext, deliveryJob, enqueueDelivery } from "./deliver.ts";
import {
  type DeliveryRow,
  deliveryView,
  failedMessages,
  type SilentEndpoint,
  silentEndpoints,
  type WebhookDelivery,
} from "./delivery-store.ts";
import {
  type EndpointRow,
  endpointRows,
  endpointView,
  enterOwner,
  lockEndpoint,
  openEndpoint,
  sealEndpoint,
  type WebhookEndpoint,
} from "./endpoint-store.ts";
import {
  newsFor,
  type WebhookEvent,
  type WebhookForm,
  type WebhookNews,
  webhookBody,
} from "./forms.ts";
import { newWebhookSecret } from "./signature.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { chatForms } from "./chat-forms.ts";
export type { SilentEndpoint, WebhookDelivery } from "./delivery-store.ts";
export type { WebhookEndpoint } from "./endpoint-store.ts";
export { type WebhookEvent, type WebhookForm, webhookForms } from "./forms.ts";
export { webhookAttemptsMost } from "./retry.ts";
export type { WebhookProblem } from "./send.ts";

export interface WebhooksOptions {
  readonly sealer: Sealer;
  readonly outbound: Pick<Outbound, "check" | "fetch">;
  readonly clock: Clock;
}

export interface NewEndpoint {
  readonly url: string;
  readonly label: string;
  readonly form: WebhookForm;
  /** Event types; an empty list is told nothing but tests. */
  readonly events: readonly string[];
  readonly createdBy: string | null;
}

/**
 * Tells addresses that customers gave of events. `owner` names whose they are, and each call sees
 * and changes only that owner's; within a transaction of the caller's, so that what is told is what
 * was committed.
 *
 * Messages follow Standard Webhooks 1.0: `webhook-id` (the same in each try and replay),
 * `webhook-timestamp`, `webhook-signature`; body `{ type, timestamp, data }`. What does not arrive
 * is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h; an answer of 410, or five days
 * without any message arriving, takes the receiver out of use. All calls go through the outbound
 * guard: resolved once, pinned, no special addresses, no redirects.
 */
export interface Webhooks {
  /**
   * @returns the endpoint and its signing secret, which is shown this once.
   * @throws OutboundRefused for an address that is never called.
   */
  add(
    tx: QueryExecutorProvider,
    owner: string,
    endpoint: NewEndpoint,
  ): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }>;
  list(tx: QueryExecutorProvider, owner: string): Promise<readonly WebhookEndpoint[]>;
  /**
   * Changes what is given. `enabled: true` takes a receiver into use again.
   *
   * @returns undefined when the owner has no such endpoint.
   * @throws OutboundRefused for an address that is never called.
   */
  change(
    tx: QueryExecutorProvider,
    owner: string,
    id: string,
    change: Partial<Pick<NewEndpoint, "url" | "label" | "events">> & { readonly enabled?: boolean },
  ): Promise<WebhookEndpoint | undefined>;
  /**
   * Gives a new signing secret. The old one signs too until the next change of the secret.
   *
   * @returns undefined when the owner has no such endpoint.
   */
  changeSecret(tx: QueryExecutorProvider, owner: string, id: string): Promise<string | undefined>;
  /** Removes the endpoint and its log. @returns whether there was one. */
  remove(tx: QueryExecutorProvider, owner: string, id: string): Promise<boolean>;
  /**
   * Queues an event for every endpoint of the owner that is in use and wants its type; it goes out
   * when the transaction commits. Words that are a function are asked for each endpoint, with
   * whoever added it.
   *
   * @param only for these endpoints, whatever types they want.
   * @returns how many are told.
   */
  publish(
    tx: QueryExecutorProvider,
    owner: string,
    event: WebhookNews,
    only?: readonly string[],
  ): Promise<number>;
  /** Sends this event to one endpoint, whatever it wants. @returns the delivery; undefined without such an endpoint. */
  test(
    tx: QueryExecutorProvider,
    owner: string,
    id: string,
    event: WebhookEvent,
  ): Promise<string | undefined>;
  /** The log, the latest first. @param before goes on after this entry. */
  deliveries(
    tx: QueryExecutorProvider,
    owner: string,
    query: {
      readonly endpoint?: string | undefined;
      readonly before?: { readonly at: string; readonly id: string } | undefined;
      readonly size: number;
    },
  ): Promise<readonly WebhookDelivery[]>;
  /** Receivers that messages have not reached, or that are out of use for it; the longest first. */
  silent(
    tx: QueryExecutorProvider,
    owner: string,
    most: number,
  ): Promise<readonly SilentEndpoint[]>;
  /** Sends a message again, with its own id. @returns the new delivery; undefined without such a one. */
  replay(tx: QueryExecutorProvider, owner: string, id: string): Promise<string | undefined>;
  /**
   * Sends again, the oldest first, each message of an endpoint that failed for good and has neither
   * arrived since nor waits to, however many others went out in between.
   *
   * @returns the new deliveries, one a message; undefined without such an endpoint.
   */
  replayFailed(
    tx: QueryExecutorProvider,
    owner: string,
    endpoint: string,
  ): Promise<readonly string[] | undefined>;
  /** The job for the worker. */
  job<T>(db: Kysely<T>): Job;
  /** Removes entries of the log that are older than `days`; for the application's purge. */
  purge<T>(db: Kysely<T>, days: number): PurgeRule;
}

export function createWebhooks({ sealer, outbound, clock }: WebhooksOptions): Webhooks {
  async function locked(
    tx: QueryExecutorProvider,
    owner: string,
    id: string,
  ): Promise<EndpointRow | undefined> {
    await enterOwner(tx, owner);
    return lockEndpoint(tx, owner, id);
  }

  async function queue(
    tx: QueryExecutorProvider,
    owner: string,
    endpoint: string,
    message: { readonly id: string; readonly event: string; readonly body: string },
  ): Promise<string> {
    const id = randomUUID();
    await sql`insert into kit.webhook_delivery (id, owner, endpoint_id, message_id, event, sealed,
        created_at, next_at)
      values (${id}, ${owner}, ${endpoint}, ${message.id}, ${message.event},
        ${sealer.seal(message.body, deliveryContext(id))}, ${clock.now()}, ${clock.now()})`.execute(
      tx,
    );
    await enqueueDelivery(tx, { owner, id, endpoint });
    return id;
  }

  /** Queues the message of a delivery once more. */
  async function again(
    tx: QueryExecutorProvider,
    owner: string,
    id: string,
  ): Promise<string | undefined> {
    const { rows } = await sql<{
      endpoint_id: string;
      message_id: string;
      event: string;
      sealed: Buffer;
    }>`select endpoint_id, message_id, event, sealed from kit.webhook_delivery
      where id = ${id} and owner = ${owner}`.execute(tx);
    const [row] = rows;
    if (row === undefined) return undefined;
    const body = sealer.open(row.sealed, deliveryContext(id)).toString("utf8");
    return queue(tx, owner, row.endpoint_id, { id: row.message_id, event: row.event, body });
  }

  return {
    async add(tx, owner, { url, label, form, events, createdBy }) {
      await outbound.check(url);
      await enterOwner(tx, owner);
      const id = randomUUID();
      const secret = newWebhookSecret();
      const { rows } = await sql<EndpointRow>`
        insert into kit.webhook_endpoint (id, owner, label, form, sealed, host, events, created_at,
          created_by)
        values (${id}, ${owner}, ${label}, ${form},
          ${sealEndpoint(sealer, id, { url, secrets: [secret] })}, ${new URL(url).host},
          ${[...events]}::text[], ${clock.now()}, ${createdBy})
        returning *`.execute(tx);
      const [row] = rows;
      if (row === undefined) throw new Error("An endpoint that was just added is there.");
      return { endpoint: endpointView(row), secret };
    },

    async list(tx, owner) {
      await enterOwner(tx, owner);
      return (await endpointRows(tx, owner)).map(endpointView);
    },

    async change(tx, owner, id, change) {
      if (change.url !== undefined) await outbound.check(change.url);
      const row = await locked(tx, owner, id);
      if (row === undefined) return undefined;
      const { url, secrets } = openEndpoint(sealer, row);
      const address = change.url ?? url;
      const { enabled } = change;
      const { rows } = await sql<EndpointRow>`
        update kit.webhook_endpoint set label = ${change.label ?? row.label},
          events = ${[...(change.events ?? row.events)]}::text[],
          sealed = ${sealEndpoint(sealer, id, { url: address, secrets })},
          host = ${new URL(address).host},
          failing_since = case when ${enabled === true}::boolean then null else failing_since end,
          disabled_at = case when ${enabled === true}::boolean then null
            when ${enabled === false}::boolean then coalesce(disabled_at, ${clock.now()}::timestamptz) else disabled_at end,
          disabled_why = case when ${enabled === true}::boolean then null
            when ${enabled === false}::boolean then coalesce(disabled_why, 'person') else disabled_why end
        where id = ${id} and owner = ${owner} returning *`.execute(tx);
      return rows[0] && endpointView(rows[0]);
    },

    async changeSecret(tx, owner, id) {
      const row = await locked(tx, owner, id);
      if (row === undefined) return undefined;
      const { url, secrets } = openEndpoint(sealer, row);
      const secret = newWebhookSecret();
      const kept = [secret, ...secrets.slice(0, 1)];
      await sql`update kit.webhook_endpoint
        set sealed = ${sealEndpoint(sealer, id, { url, secrets: kept })}
        where id = ${id} and owner = ${owner}`.execute(tx);
      return secret;
    },

    async remove(tx, owner, id) {
      await enterOwner(tx, owner);
      const { numAffectedRows } = await sql`
        delete from kit.webhook_endpoint where id = ${id} and owner = ${owner}`.execute(tx);
      return numAffectedRows === 1n;
    },

    async publish(tx, owner, event, only) {
      await enterOwner(tx, owner);
      const rows = await endpointRows(tx, owner);
      const wanting = rows.filter(
        (row) =>
          row.disabled_at === null &&
          (only === undefined ? row.events.includes(event.type) : only.includes(row.id)),
      );
      const message = randomUUID();
      for (const { id, form, created_by: createdBy } of wanting) {
        const body = webhookBody(form, newsFor(event, createdBy), clock.now());
        await queue(tx, owner, id, { id: message, event: event.type, body });
      }
      return wanting.length;
    },

    async test(tx, owner, id, event) {
      const row = await locked(tx, owner, id);
      if (row === undefined) return undefined;
      const body = webhookBody(row.form, event, clock.now());
      return queue(tx, owner, id, { id: randomUUID(), event: event.type, body });
    },

    async deliveries(tx, owner, { endpoint, before, size }) {
      await enterOwner(tx, owner);
      const { rows } = await sql<DeliveryRow>`
        select id, endpoint_id, message_id, event, state, attempts, created_at, next_at, finished_at,
          last_status, last_problem, last_ms
        from kit.webhook_delivery
        where owner = ${owner}
          and (${endpoint ?? null}::uuid is null or endpoint_id = ${endpoint ?? null}::uuid)
          and (${before?.id ?? null}::uuid is null
            or (created_at, id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid))
        order by created_at desc, id desc limit ${size}`.execute(tx);
      return rows.map(deliveryView);
    },

    async silent(tx, owner, most) {
      await enterOwner(tx, owner);
      return silentEndpoints(tx, owner, most);
    },

    async replay(tx, owner, id) {
      await enterOwner(tx, owner);
      return again(tx, owner, id);
    },

    async replayFailed(tx, owner, endpoint) {
      // Whoever asks at the same moment waits, and finds them queued.
      if ((await locked(tx, owner, endpoint)) === undefined) return undefined;
      const deliveries: string[] = [];
      for await (const id of failedMessages(tx, endpoint)) {
        const delivery = await again(tx, owner, id);
        if (delivery !== undefined) deliveries.push(delivery);
      }
      return deliveries;
    },

    job: (db) => deliveryJob(db, { sealer, outbound, clock }),

    purge: (db, days) => ({
      name: "kit.webhook_delivery",
      async remove(now) {
        const before = new Date(now.getTime() - days * dayMs);
        const { rows } = await sql<{ gone: string }>`
          select kit.purge_webhook_deliveries(${before}) as gone`.execute(db);
        return Number(rows[0]?.gone ?? 0);
      },
    }),
  };
}
