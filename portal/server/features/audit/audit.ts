import type { auditActions } from "@sekimori/portal-contract/endpoints/security";
import { sql } from "kysely";
import type { PortalTransaction } from "../../context.ts";

/** Where a request came from, as the log, the session list and mails show it. */
export interface ClientInfo {
  readonly ipAddress: string;
  /** Browser and system, for a person to recognise. */
  readonly device: string;
}

export type AuditAction = (typeof auditActions)[number];

export interface AuditEvent {
  /** Null when the act concerns no account that exists. */
  readonly accountId: string | null;
  readonly action: AuditAction;
  readonly at: Date;
  /** Null when no browser was involved (a job, the operator). */
  readonly client: ClientInfo | null;
  /** Facts for the operator; never a secret, a code or personal data. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Appends to the hash-chained log. It holds the chain's lock until the transaction ends, so call
 * it as the last statement.
 */
export async function appendAudit(tx: PortalTransaction, event: AuditEvent): Promise<void> {
  const { accountId, action, at, client, detail = {} } = event;
  await sql`select portal.append_audit(
    ${accountId}::uuid, ${action}, ${at}::timestamptz, ${client?.ipAddress ?? null}::inet,
    ${client?.device ?? null}, ${JSON.stringify(detail)}::jsonb
  )`.execute(tx);
}
