import { sql } from "kysely";
import type { Queryable } from "../../context.ts";

export interface AuditVerdict {
  readonly events: number;
  /** The first event that was changed, removed or inserted; null when the chain is whole. */
  readonly firstBroken: string | null;
  /** The last event's hash. Kept elsewhere, it shows later whether the chain's end was cut off. */
  readonly head: string | null;
}

/** Recomputes the whole chain of the audit log. */
export async function verifyAudit(db: Queryable): Promise<AuditVerdict> {
  const { rows } = await sql<{ events: string; broken: string | null; head: string | null }>`
    select
      (select count(*) from portal.audit_event) as events,
      portal.first_broken_audit_event() as broken,
      (select encode(hash, 'hex') from portal.audit_event order by id desc limit 1) as head
  `.execute(db);
  const [row] = rows;
  return {
    events: Number(row?.events ?? 0),
    firstBroken: row?.broken ?? null,
    head: row?.head ?? null,
  };
}
