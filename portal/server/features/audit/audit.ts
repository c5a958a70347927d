import type { ClientInfo } from "@sekimori/kit-server/client-info";
import type { Pipeline } from "@sekimori/kit-server/database";
import { auditActions } from "@sekimori/portal-contract/endpoints/security";
import { type ExpressionBuilder, sql } from "kysely";
import type { PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";

export type { ClientInfo } from "@sekimori/kit-server/client-info";

/** What an operator did; its owner sees none of it in the activity log. */
type OperatorAction =
  | "operator.accounts-searched"
  | "operator.account-read"
  | "operator.account-unlocked"
  | "operator.account-copied"
  | "operator.reset-forced"
  | "operator.inquiry-sent"
  | "operator.inquiry-answered"
  | "operator.audit-verified"
  | "operator.audit-exported"
  | "operator.checkpoint-asked"
  | "operator.keys-rotated"
  | "operator.data-keys-rotated"
  | "operator.data-key-rotation-asked"
  | "operator.client-added"
  | "operator.client-updated"
  | "operator.client-secret-rotated"
  | "operator.client-removed"
  | "operator.client-walked"
  | "operator.resource-added"
  | "operator.resource-removed"
  | "operator.role-granted"
  | "operator.role-revoked"
  | "operator.staff-appointed"
  | "operator.staff-removed"
  | "operator.confirmation-asked"
  | "operator.confirmation-withdrawn"
  | "operator.refund-asked"
  | "operator.charge-retried"
  | "operator.invoice-given-up"
  | "operator.invoice-voided"
  | "operator.contract-parked"
  | "operator.contract-released"
  | "operator.billing-asked"
  | "operator.comparison-asked"
  | "operator.price-announced"
  | "operator.accounting-exported"
  | "operator.documents-exported"
  | "operator.documents-searched"
  | "operator.consenting-exported"
  | "operator.month-closed"
  | "operator.notice-published"
  | "operator.notice-withdrawn"
  | "operator.backup-made"
  | "operator.backup-restored"
  | "operator.maintenance-started"
  | "operator.maintenance-ended"
  | "operator.webhook-added"
  | "operator.webhook-changed"
  | "operator.webhook-secret-rotated"
  | "operator.webhook-removed"
  | "operator.webhook-tested"
  | "operator.webhooks-replayed"
  | "operator.job-retried"
  | "operator.mail-sent-again";

export type AuditAction = (typeof auditActions)[number];

/** Whether an event is one that an account's owner sees: its own acts, and none of an operator's. */
export const isOwnersAct = (eb: ExpressionBuilder<Tables, "portal.audit_event">) =>
  eb("action", "in", auditActions);

export interface AuditEvent {
  /** Null when the act concerns no account that exists. */
  readonly accountId: string | null;
  readonly action: AuditAction | OperatorAction;
  readonly at: Date;
  /** Null when no browser was involved (a job, the operator). */
  readonly client: ClientInfo | null;
  /** Facts for the operator; never a secret, a code or personal data. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** In the order of `portal.append_audit`. */
const valuesOf = ({ accountId, action, at, client, detail = {} }: AuditEvent) =>
  [
    accountId,
    action,
    at,
    client?.ipAddress ?? null,
    client?.device ?? null,
    JSON.stringify(detail),
  ] as const;

/** Writes an event in the caller's transaction. It waits for nobody: it is linked within a second of the commit. */
export async function appendAudit(tx: PortalTransaction, event: AuditEvent): Promise<void> {
  const [accountId, action, at, ipAddress, device, detail] = valuesOf(event);
  await sql`select portal.append_audit(
    ${accountId}::uuid, ${action}, ${at}::timestamptz, ${ipAddress}::inet, ${device},
    ${detail}::jsonb
  )`.execute(tx);
}

/** Writes an event with which nothing else is written: a flood of wrong passwords is one statement each. */
export async function appendAuditAlone(pipeline: Pipeline, event: AuditEvent): Promise<void> {
  await pipeline.query(
    "select portal.append_audit($1::uuid, $2, $3::timestamptz, $4::inet, $5, $6::jsonb)",
    valuesOf(event),
  );
}
