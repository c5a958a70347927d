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

/** A receiver that messages have not reached, or that is out of use because they did not. */
export interface SilentEndpoint {
  readonly id: string;
  readonly label: string;
  readonly host: string;
  /** Messages that failed for good and have neither arrived since nor wait to. */
  readonly messages: number;
  readonly disabledWhy: "person" | "gone" | "failing" | null;
  readonly since: Date;
}

/** Receivers of an owner that messages have not reached, the longest first. */
export async function silentEndpoints(
  tx: QueryExecutorProvider,
  owner: string,
  most: number,
): Promise<SilentEndpoint[]> {
  const { rows } = await sql<SilentEndpoint>`
    select e.id, e.label, e.host, e.disabled_why as "disabledWhy",
      count(distinct d.message_id)::int as messages,
      coalesce(min(d.created_at), e.disabled_at) as since
    from kit.webhook_endpoint e
    left join kit.webhook_delivery d on d.endpoint_id = e.id and d.state = 'failed'
      and not exists (
        select from kit.webhook_delivery other
        where other.endpoint_id = d.endpoint_id and other.message_id = d.message_id
          and other.state <> 'failed')
    where e.owner = ${owner}
    group by e.id
    having count(d.id) > 0 or e.disabled_why in ('gone', 'failing')
    order by since, e.id limit ${most}`.execute(tx);
  return rows;
}
