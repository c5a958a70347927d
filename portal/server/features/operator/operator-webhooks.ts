import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { OutboundRefused } from "@sekimori/kit-server/outbound";
import type { WebhookDelivery, WebhookEndpoint, Webhooks } from "@sekimori/kit-server/webhooks";
import {
  type ActingOperator,
  OperatorRefused,
  type OperatorTables,
  recordAct,
} from "./operator-audit.ts";
import { type OperatorEventName, webhookOwner } from "./operator-events.ts";

/** What an act on webhooks works with; addresses, secrets and bodies are sealed. */
export interface WebhookTables extends OperatorTables {
  readonly webhooks: Webhooks;
}

export interface NewWebhook {
  readonly url: string;
  readonly label: string;
  readonly events: readonly OperatorEventName[];
}

const noSuch = (id: string) => new OperatorRefused(`No webhook has the id ${id}.`);

/** Who changes an address is told in words why it is never called. */
async function checked<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    throw new OperatorRefused(`This address is not called: ${error.message}.`);
  }
}

/** @returns the webhook and its signing secret, which is shown this once. */
export function addWebhook(
  tables: WebhookTables,
  acting: ActingOperator,
  { url, label, events }: NewWebhook,
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  return checked(() =>
    transaction(tables.db, async (tx) => {
      const createdBy = acting.operator;
      const asked = { url, label, events, form: "standard", createdBy } as const;
      const added = await tables.webhooks.add(tx, webhookOwner, asked);
      const { id, host } = added.endpoint;
      const detail = { webhook: id, host, events: events.join(" ") };
      await recordAct(tx, tables, acting, "operator.webhook-added", detail);
      return added;
    }),
  );
}

export const listWebhooks = ({
  db,
  webhooks,
}: WebhookTables): Promise<readonly WebhookEndpoint[]> =>
  transaction(db, (tx) => webhooks.list(tx, webhookOwner));

export interface WebhookChange {
  readonly url?: string;
  readonly label?: string;
  readonly events?: readonly OperatorEventName[];
  /** Takes it out of use, or into use again. */
  readonly enabled?: boolean;
}

/** Changes what is named and leaves the rest, the secret too. */
export function changeWebhook(
  tables: WebhookTables,
  acting: ActingOperator,
  id: string,
  change: WebhookChange,
): Promise<WebhookEndpoint> {
  return checked(() =>
    transaction(tables.db, async (tx) => {
      const changed = await tables.webhooks.change(tx, webhookOwner, id, change);
      if (changed === undefined) throw noSuch(id);
      const detail = { webhook: id, changed: Object.keys(change).join(" ") };
      await recordAct(tx, tables, acting, "operator.webhook-changed", detail);
      return changed;
    }),
  );
}

/** @returns the new signing secret; the former one signs too until the next change. */
export function rotateWebhookSecret(
  tables: WebhookTables,
  acting: ActingOperator,
  id: string,
): Promise<string> {
  return transaction(tables.db, async (tx) => {
    const secret = await tables.webhooks.changeSecret(tx, webhookOwner, id);
    if (secret === undefined) throw noSuch(id);
    await recordAct(tx, tables, acting, "operator.webhook-secret-rotated", { webhook: id });
    return secret;
  });
}

/** Removes a webhook and its log. */
export function removeWebhook(
  tables: WebhookTables,
  acting: ActingOperator,
  id: string,
): Promise<void> {
  return transaction(tables.db, async (tx) => {
    if (!(await tables.webhooks.remove(tx, webhookOwner, id))) throw noSuch(id);
    await recordAct(tx, tables, acting, "operator.webhook-removed", { webhook: id });
  });
}

/** Sends an event that says nothing (`test`). @returns the delivery. */
export function testWebhook(
  tables: WebhookTables,
  acting: ActingOperator,
  id: string,
): Promise<string> {
  return transaction(tables.db, async (tx) => {
    const event = { type: "test", data: { test: randomUUID() }, words: { title: "", lines: [] } };
    const delivery = await tables.webhooks.test(tx, webhookOwner, id, event);
    if (delivery === undefined) throw noSuch(id);
    await recordAct(tx, tables, acting, "operator.webhook-tested", { webhook: id });
    return delivery;
  });
}

/** The delivery log, the latest first; of one webhook where it is named. */
export const webhookLog = (
  { db, webhooks }: WebhookTables,
  query: { readonly endpoint?: string; readonly size: number },
): Promise<readonly WebhookDelivery[]> =>
  transaction(db, (tx) => webhooks.deliveries(tx, webhookOwner, query));

/**
 * Sends messages again with their own ids, so that a receiver that remembers ids counts them once.
 *
 * @param which a delivery; or everything of a webhook that failed for good and has not arrived since.
 * @returns the new deliveries.
 */
export function replayWebhooks(
  tables: WebhookTables,
  acting: ActingOperator,
  which: { readonly delivery: string } | { readonly failedOf: string },
): Promise<readonly string[]> {
  const { db, webhooks } = tables;
  return transaction(db, async (tx) => {
    let replayed: readonly string[] | undefined;
    if ("delivery" in which) {
      const again = await webhooks.replay(tx, webhookOwner, which.delivery);
      if (again === undefined)
        throw new OperatorRefused(`No delivery has the id ${which.delivery}.`);
      replayed = [again];
    } else {
      replayed = await webhooks.replayFailed(tx, webhookOwner, which.failedOf);
      if (replayed === undefined) throw noSuch(which.failedOf);
    }
    await recordAct(tx, tables, acting, "operator.webhooks-replayed", {
      deliveries: replayed.length,
      ...("delivery" in which ? { delivery: which.delivery } : { webhook: which.failedOf }),
    });
    return replayed;
  });
}
