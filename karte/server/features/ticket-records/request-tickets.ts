import { randomUUID } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { ticketStateCode } from "../../database/codes.ts";
import { actCode } from "./ticket-acts.ts";
import { askSystem } from "./ticket-jobs.ts";

/** As the index has it by which a cause has one ticket in a system. */
export const isThere = sql<SqlBool>`state <> ${ticketStateCode.literals("gone")}`;

/** A cause, and the most urgent finding of it, after which its ticket is named. */
export interface WantedTicket {
  readonly cause: string;
  readonly finding: string;
  readonly domain: string;
}

interface Request {
  readonly causes: readonly WantedTicket[];
  /** Whose press it was; null where none was. */
  readonly by: string | null;
}

/**
 * Writes down that causes are to have a ticket in a system, once; a job makes them. One that failed is tried
 * again. Whoever presses has the system asked at once. What a scan brings is asked for by the scan's last
 * statement, `askTicketsOf`: the job's key is one that other scans want too.
 *
 * @returns the causes of which one is being made
 */
export async function requestTickets(
  tx: KarteTransaction,
  workspaceId: string,
  system: { readonly id: string; readonly kind: number; readonly label: string },
  { causes, by }: Request,
  now: Date,
): Promise<readonly string[]> {
  const wanted = causes.map((one) => ({ id: randomUUID(), ...one }));
  const { rows: made } = await sql<{ cause: string }>`
    insert into karte.ticket as known (id, workspace_id, system_id, system_kind, system_label, cause, domain_id, finding_id,
      state, act, act_at, created_by, created_at)
    select x.id, ${workspaceId}, ${system.id}, ${system.kind}, ${system.label}, x.cause, x.domain, x.finding,
      ${ticketStateCode.of("waiting")}, ${actCode.create}, ${now}, ${by}, ${now}
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      x (id uuid, cause text, finding uuid, domain uuid) order by x.cause
    on conflict (workspace_id, cause, system_id) where ${isThere} do update
      set state = excluded.state, act = excluded.act, act_at = excluded.act_at, tries = 0,
        problem = null
      where known.state = ${ticketStateCode.of("failed")}
    returning cause`.execute(tx);
  if (made.length > 0 && by !== null) {
    await askSystem(tx, { workspace: workspaceId, system: system.id, poll: false });
  }
  return made.map(({ cause }) => cause);
}
