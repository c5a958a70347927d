import { ticketFields } from "@sekimori/karte-contract/words";
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
  readonly ids: Readonly<Record<string, number | string>>;
  readonly sealed: Buffer;
  readonly created_by: string;
  readonly created_at: Date;
  readonly heard_at: Date | null;
  readonly problem: string | null;
  readonly wait_until: Date | null;
  readonly heard_until: Date | null;
  readonly hook_sealed: Buffer | null;
  readonly hook_heard_at: Date | null;
}

const contextOf = (id: string) => `karte.ticket_system:${id}`;

interface Credentials {
  readonly user: string | null;
  readonly secret: string;
}

/** Who signs in is sealed with the key, as HTTP's Basic writes the two. */
export const sealCredentials = (
  sealer: Sealer,
  id: string,
  { user, secret }: Credentials,
): Buffer => sealer.seal(user === null ? secret : `${user}:${secret}`, contextOf(id));

function openCredentials(sealer: Sealer, row: SystemRow): Credentials {
  const text = sealer.open(row.sealed, contextOf(row.id)).toString("utf8");
  if (!ticketFields[ticketKindCode.word(row.kind)].includes("user")) {
    return { user: null, secret: text };
  }
  const end = text.indexOf(":");
  return { user: text.slice(0, end), secret: text.slice(end + 1) };
}

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
  ...openCredentials(sealer, row),
});

export const placeOfSystem = (row: SystemRow): TicketPlace => ({
  project: row.project,
  issueType: row.issue_type,
  author: row.author,
  ids: row.ids,
});
