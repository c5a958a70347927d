import type { Locale } from "@sekimori/kit-contract/locale";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { ticketKindCode } from "../../database/codes.ts";
import type { TicketConnection, TicketPlace } from "../../ports/ticket-systems.ts";

export interface SystemRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly kind: number;
  readonly label: string;
  readonly origin: string;
  readonly project: string;
  readonly issue_type: string | null;
  readonly language: Locale;
  readonly author: string;
  readonly ids: Readonly<Record<string, number>>;
  readonly sealed: Buffer;
  readonly created_by: string;
  readonly created_at: Date;
  readonly heard_at: Date | null;
  readonly problem: string | null;
  readonly wait_until: Date | null;
  readonly heard_until: Date | null;
}

const contextOf = (id: string) => `karte.ticket_system:${id}`;

export const sealSecret = (sealer: Sealer, id: string, secret: string): Buffer =>
  sealer.seal(secret, contextOf(id));

export async function systemRows(tx: KarteTransaction): Promise<readonly SystemRow[]> {
  const { rows } = await sql<SystemRow>`
    select * from karte.ticket_system order by created_at, id`.execute(tx);
  return rows;
}

export async function systemRow(tx: KarteTransaction, id: string): Promise<SystemRow | undefined> {
  const { rows } = await sql<SystemRow>`
    select * from karte.ticket_system where id = ${id}`.execute(tx);
  return rows[0];
}

/** What it takes to call a system: the only place that opens its key. */
export const connectionOf = (sealer: Sealer, row: SystemRow): TicketConnection => ({
  kind: ticketKindCode.word(row.kind),
  origin: row.origin,
  project: row.project,
  issueType: row.issue_type,
  secret: sealer.open(row.sealed, contextOf(row.id)).toString("utf8"),
});

export const placeOfSystem = (row: SystemRow): TicketPlace => ({
  project: row.project,
  issueType: row.issue_type,
  author: row.author,
  ids: row.ids,
});
