import type { ActivityAction } from "@sekimori/karte-contract/endpoints/activity";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";

export interface ActivityEvent {
  readonly at: Date;
  readonly action: ActivityAction;
  /** Null for what karte did by itself. */
  readonly by: { readonly id: string; readonly ipAddress: string } | null;
  /** Facts by which the act is understood; never a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Appends to the log of the workspace that the transaction is in. It waits for nobody: the entry is
 * linked within a second of the commit.
 */
export async function appendActivity(tx: KarteTransaction, event: ActivityEvent): Promise<void> {
  const { at, action, by, detail = {} } = event;
  await sql`select karte.append_activity(${at}::timestamptz, ${action}, ${by?.id ?? null},
    ${by?.ipAddress ?? null}::inet, ${JSON.stringify(detail)}::jsonb)`.execute(tx);
}
