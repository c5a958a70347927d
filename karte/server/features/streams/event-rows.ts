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
  readonly category: Finding["category"];
  readonly summary: Finding["summary"];
  readonly place: Finding["place"];
  readonly cves: unknown;
}

type From = Pick<StreamPlace, "xact" | "id" | "seen">;

const beginning: From = { xact: "0", id: "0", seen: "0" };

/** Behind which events are read. As one bound: of two, an index takes the lower and reads all between. */
function boundOf({ xact, id, seen }: From): Pick<From, "xact" | "id"> {
  if (BigInt(seen) <= BigInt(xact)) return { xact, id };
  return { xact: String(BigInt(seen) - 1n), id: String(2n ** 63n - 1n) };
}

/** @throws AppError CursorExpired for a place that this database has not come to, or that has moved */
async function requireKnown(tx: KarteTransaction, { xact, id, seen }: From): Promise<string> {
  const { rows } = await sql<{ oldest: string; is_known: boolean }>`
    select pg_snapshot_xmin(now.shot)::text as oldest,
      ${xact}::bigint < now.ends and ${seen}::bigint <= now.ends and not exists (
        select from karte.finding_event e where e.id = ${id}::bigint and e.xact <> ${xact}::bigint
      ) as is_known
    from (select shot, pg_snapshot_xmax(shot)::text::bigint as ends
      from (select pg_current_snapshot() as shot) as taken) as now`.execute(tx);
  const [row] = rows;
  if (!row?.is_known) throw new AppError("CursorExpired");
  return row.oldest;
}

/**
 * Events behind a place, in the order of the transactions that wrote them. Only those are given that
 * were written before the oldest transaction that goes on: what a long one commits later then still
 * stands behind the place that the reader was told.
 *
 * @returns the events, and where the next ones stand; behind what others alone may see, too
 * @throws AppError CursorExpired for a place of a database that has been restored since
 */
export async function eventsBehind(
  tx: KarteTransaction,
  place: StreamPlace | undefined,
  { size, now }: { readonly size: number; readonly now: Date },
): Promise<{ readonly rows: readonly EventRow[]; readonly next: From }> {
  const from = place ?? beginning;
  const oldest = await requireKnown(tx, from);
  const bound = boundOf(from);
  const since = new Date(now.getTime() - streamDays * dayMs);
  // Of the report only what is told: with its evidence it may be long, and a thousand are read.
  const { rows } = await sql<EventRow>`
    select e.xact, e.id, e.at, e.reason, e.from_state, e.to_state, e.run_id, e.finding_id, e.domain_id,
      d.name as domain, f.check_id, f.host, f.severity, f.priority, f.cause,
      f.report ->> 'category' as category, f.report -> 'summary' as summary,
      f.report -> 'place' as place,
      jsonb_path_query_first(f.report, '$.evidence[*] ? (@.name == "software.cves").value') as cves
    from karte.finding_event e
    join karte.finding f on f.id = e.finding_id
    join karte.domain d on d.id = e.domain_id and d.deleted_at is null
    where e.kind = 'state' and e.to_state is not null
      and (e.xact, e.id) > (${bound.xact}::bigint, ${bound.id}::bigint)
      and e.xact < ${oldest}::bigint
      and e.at >= ${since}
    order by e.xact, e.id limit ${size}`.execute(tx);
  const { xact, id } = rows.at(-1) ?? from;
  return { rows, next: { xact, id, seen: rows.length < size ? oldest : from.seen } };
}
