import type { ActivityEntry } from "@sekimori/portal-contract/endpoints/security";
import type { Queryable } from "../../context.ts";
import { type AuditAction, isOwnersAct } from "../audit/audit.ts";

const pageSize = 50;

export interface ActivityPage {
  readonly entries: ActivityEntry[];
  /** Where the next page begins; null on the last. */
  readonly next: string | null;
}

/** An account's own acts, newest first, from before an entry. */
export async function findActivity(
  db: Queryable,
  accountId: string,
  before: string | undefined,
): Promise<ActivityPage> {
  let query = db
    .selectFrom("portal.audit_event")
    .select(["id", "action", "at", "ip_address", "device"])
    .where("account_id", "=", accountId)
    .where(isOwnersAct)
    .orderBy("id", "desc")
    .limit(pageSize + 1);
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query.execute();
  const shown = rows.slice(0, pageSize);
  return {
    entries: shown.map((row) => ({
      id: row.id,
      action: row.action as AuditAction,
      at: row.at.toISOString(),
      ipAddress: row.ip_address,
      device: row.device,
    })),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function isOwnActivity(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("portal.audit_event")
    .select("id")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where(isOwnersAct)
    .executeTakeFirst();
  return row !== undefined;
}
