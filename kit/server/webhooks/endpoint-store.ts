import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Sealer } from "../sealing/sealing.ts";
import type { WebhookForm } from "./forms.ts";

/** An address that is told of events, as its owner sees it. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly label: string;
  readonly form: WebhookForm;
  /** Of the address only the host is shown. */
  readonly host: string;
  readonly events: readonly string[];
  readonly createdAt: Date;
  /** Whoever added it, by the application's own name for people. */
  readonly createdBy: string | null;
  readonly failingSince: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledWhy: "person" | "gone" | "failing" | null;
}

const secretsSchema = z.object({ url: z.string(), secrets: z.array(z.string()) });
/** The newest secret first; an older one signs too until the next change. */
export type EndpointSecrets = z.infer<typeof secretsSchema>;

export interface EndpointRow {
  readonly id: string;
  readonly label: string;
  readonly form: WebhookForm;
  readonly host: string;
  readonly events: string[];
  readonly sealed: Buffer;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly failing_since: Date | null;
  readonly disabled_at: Date | null;
  readonly disabled_why: WebhookEndpoint["disabledWhy"];
}

const contextOf = (id: string) => `kit.webhook_endpoint:${id}`;

export function sealEndpoint(sealer: Sealer, id: string, secrets: EndpointSecrets): Buffer {
  return sealer.seal(JSON.stringify(secrets), contextOf(id));
}

export function openEndpoint(sealer: Sealer, row: Pick<EndpointRow, "id" | "sealed">) {
  return secretsSchema.parse(JSON.parse(sealer.open(row.sealed, contextOf(row.id)).toString()));
}

export function endpointView(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    label: row.label,
    form: row.form,
    host: row.host,
    events: row.events,
    createdAt: row.created_at,
    createdBy: row.created_by,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledWhy: row.disabled_why,
  };
}

/** Says whose webhooks the open transaction is about; row level security does the rest. */
export async function enterOwner(tx: QueryExecutorProvider, owner: string): Promise<void> {
  await sql`select set_config('app.webhook_owner', ${owner}, true)`.execute(tx);
}

export function asOwner<T, Result>(
  db: Kysely<T>,
  owner: string,
  work: (tx: Transaction<T>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await enterOwner(tx, owner);
    return work(tx);
  });
}

export async function endpointRows(
  tx: QueryExecutorProvider,
  owner: string,
): Promise<readonly EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`
    select * from kit.webhook_endpoint where owner = ${owner} order by created_at, id`.execute(tx);
  return rows;
}

/** Address and secrets are sealed as one: whoever changes one of them keeps the other as it is now. */
export async function lockEndpoint(
  tx: QueryExecutorProvider,
  owner: string,
  id: string,
): Promise<EndpointRow | undefined> {
  const { rows } = await sql<EndpointRow>`
    select * from kit.webhook_endpoint where owner = ${owner} and id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}
