import { type QueryExecutorProvider, sql } from "kysely";
import type { WebhookProblem } from "./send.ts";

/** One message to one receiver, as the log shows it. */
export interface WebhookDelivery {
  readonly id: string;
  readonly endpoint: string;
  /** The receiver's name for it (`webhook-id`). */
  readonly message: string;
  readonly event: string;
  readonly state: "queued" | "delivered" | "failed";
  readonly attempts: number;
  readonly createdAt: Date;
  /** When it is tried again; null when it is not. */
  readonly nextAt: Date | null;
  readonly finishedAt: Date | null;
  readonly status: number | null;
  readonly problem: WebhookProblem | null;
  readonly ms: number | null;
}

export interface DeliveryRow {
  readonly id: string;
  readonly endpoint_id: string;
  readonly message_id: string;
  readonly event: string;
  readonly state: WebhookDelivery["state"];
  readonly attempts: number;
  readonly created_at: Date;
  readonly next_at: Date | null;
  readonly finished_at: Date | null;
  readonly last_status: number | null;
  readonly last_problem: WebhookProblem | null;
  readonly last_ms: number | null;
}

export function deliveryView(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    endpoint: row.endpoint_id,
    message: `msg_${row.message_id}`,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    nextAt: row.next_at,
    finishedAt: row.finished_at,
    status: row.last_status,
    problem: row.last_problem,
    ms: row.last_ms,
  };
}

/** How many failed messages are held at a time. */
const failedAtOnce = 100;

/** The first delivery of each message of an endpoint of which nothing arrived and nothing waits. */
export async function* failedMessages(
  tx: QueryExecutorProvider,
  endpoint: string,
): AsyncGenerator<string> {
  // To the microsecond, which a Date does not hold.
  let after = { at: "-infinity", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const { rows } = await sql<{ id: string; at: string }>`
      select d.id, d.created_at::text as at from kit.webhook_delivery d
      where d.endpoint_id = ${endpoint} and d.state = 'failed'
        and (d.created_at, d.id) > (${after.at}::timestamptz, ${after.id}::uuid)
        and not exists (
          select from kit.webhook_delivery other
          where other.endpoint_id = d.endpoint_id and other.message_id = d.message_id
            and (other.state <> 'failed' or (other.created_at, other.id) < (d.created_at, d.id))
        )
      order by d.created_at, d.id limit ${failedAtOnce}`.execute(tx);
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (last === undefined || rows.length < failedAtOnce) return;
    after = last;
  }
}
