import type { TicketView } from "@sekimori/karte-contract/endpoints/ticket-view";
import type { RecheckObstacle, TicketProblem } from "@sekimori/karte-contract/words";
import type { Sealer } from "@sekimori/kit-server/sealing";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { ticketKindCode, ticketStateCode } from "../../database/codes.ts";
import { moment } from "../../database/moments.ts";
import { peopleById } from "../principals/person.ts";

interface TicketRow {
  readonly id: string;
  readonly system_id: string;
  readonly system_kind: number;
  readonly system_label: string;
  readonly remote_key: string | null;
  readonly url: string | null;
  readonly state: number;
  readonly problem: TicketProblem | null;
  readonly waits_for: RecheckObstacle | null;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly heard_at: Date | null;
}

/** What a list says of a ticket. */
type TicketBrief = Pick<TicketView, "key" | "url" | "state">;

/** Of each of these causes its tickets that are in use, as far as they may be seen. */
export async function ticketsByCause(
  tx: KarteTransaction,
  causes: readonly (string | null)[],
): Promise<ReadonlyMap<string, readonly TicketBrief[]>> {
  const known = [...new Set(causes.flatMap((cause) => cause ?? []))];
  if (known.length === 0) return new Map();
  const { rows } = await sql<TicketRow & { cause: string }>`
    select t.* from karte.ticket t where t.cause = any (${known}::text[])
      and t.state <> ${ticketStateCode.of("gone")} order by t.cause, t.created_at, t.id`.execute(
    tx,
  );
  const byCause = Map.groupBy(rows, ({ cause }) => cause);
  return new Map(
    [...byCause].map(([cause, some]) => [
      cause,
      some.map((row) => ({
        key: row.remote_key,
        url: row.url,
        state: ticketStateCode.word(row.state),
      })),
    ]),
  );
}

/** A cause in one system that has had several: none has as many. */
const ticketsMost = 50;

/** Tickets of a cause as far as they may be seen, the latest first. */
export async function ticketsOfCause(
  tx: KarteTransaction,
  sealer: Sealer,
  cause: string | null,
): Promise<TicketView[]> {
  const { rows } = await sql<TicketRow>`
    select t.* from karte.ticket t
    where t.cause = ${cause} order by t.created_at desc, t.id limit ${ticketsMost}`.execute(tx);
  const person = await peopleById(
    tx,
    sealer,
    rows.map((row) => row.created_by),
  );
  return rows.map((row) => ({
    id: row.id,
    system: {
      id: row.system_id,
      kind: ticketKindCode.word(row.system_kind),
      label: row.system_label,
    },
    key: row.remote_key,
    url: row.url,
    state: ticketStateCode.word(row.state),
    problem: row.problem,
    waitsFor: row.waits_for,
    askedAt: row.created_at.toISOString(),
    askedBy: person(row.created_by),
    heardAt: moment(row.heard_at),
  }));
}
