import type { Finding } from "@sekimori/diagnosis/finding";
import { streamDays } from "@sekimori/karte-contract/constants";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { AppError } from "@sekimori/kit-server/errors";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import type { StreamPlace } from "./stream-cursor.ts";

/** A change of a finding's state, with the finding as it is now. */
export interface EventRow {
  readonly xact: string;
  readonly id: string;
  readonly at: Date;
  readonly reason: string | null;
  readonly from_state: number | null;
  readonly to_state: number;
  readonly run_id: string | null;
  readonly finding_id: string;
  readonly domain_id: string;
  readonly domain: string;
  readonly check_id: string;
  readonly host: string;
  readonly severity: number;
  readonly priority: number;
  readonly cause: string | null;
  readonly report: Finding;
}

/**
 * Events behind a place, in the order of the transactions that wrote them. Only those are given that
 * were written before the oldest transaction that goes on: what a long one commits later then still
 * stands behind the place that the reader was told.
 *
 * @throws AppError CursorExpired for a place that this database has not come to: it is from before a restore
 */
export async function eventsBehind(
  tx: KarteTransaction,
  place: StreamPlace | undefined,
  { size, now }: { readonly size: number; readonly now: Date },
): Promise<readonly EventRow[]> {
  const { xact, id } = place ?? { xact: "0", id: "0" };
  const { rows: times } = await sql<{ unreached: boolean }>`
    select ${xact}::bigint >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint as unreached`.execute(
    tx,
  );
  if (times[0]?.unreached) throw new AppError("CursorExpired");
  const since = new Date(now.getTime() - streamDays * dayMs);
  const { rows } = await sql<EventRow>`
    select e.xact, e.id, e.at, e.reason, e.from_state, e.to_state, e.run_id, e.finding_id, e.domain_id,
      d.name as domain, f.check_id, f.host, f.severity, f.priority, f.cause, f.report
    from karte.finding_event e
    join karte.finding f on f.id = e.finding_id
    join karte.domain d on d.id = e.domain_id and d.deleted_at is null
    where e.kind = 'state' and e.to_state is not null and (e.xact, e.id) > (${xact}::bigint, ${id}::bigint)
      and e.xact < (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
      and e.at >= ${since}
    order by e.xact, e.id limit ${size}`.execute(tx);
  return rows;
}
