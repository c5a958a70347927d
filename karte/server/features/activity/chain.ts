import {
  type Chain,
  type Portion,
  readChain,
  readHeaders,
  verifyLinked,
} from "@sekimori/kit-server/hash-chain";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";
import { activityLeaves } from "./linked-activity.ts";

/**
 * Recomputes what of the workspace's log is chained entry by entry, a portion at a time.
 *
 * @param until the last of these entries; undefined where no header says it
 * @param size entries of one portion
 */
export function readChainedActivity(
  tx: KarteTransaction,
  until?: number,
  size?: number,
): Promise<Chain> {
  return readChain(async ({ entries, head }, most) => {
    // Whatever was put before the first entry is met, too.
    const from = entries === 0 ? sql`true` : sql`a.id > ${entries}`;
    const to = until === undefined ? sql`a.hash is not null` : sql`a.id <= ${until}`;
    const { rows } = await sql<Portion>`
      select
        count(*)::int as read,
        min(c.id) filter (
          where c.id <> c.expected_id or c.previous_hash is distinct from c.expected_previous
            or c.hash is distinct from karte.activity_hash(c.previous_hash, c.workspace_id, c.id,
              c.at, c.action, c.account_id, c.ip_address, c.detail)
        ) as broken,
        encode((array_agg(c.hash order by c.id desc))[1], 'hex') as head
      from (
        select e.*,
          ${entries}::bigint + row_number() over (order by e.id) as expected_id,
          coalesce(lag(e.hash) over (order by e.id), decode(${head ?? ""}, 'hex'))
            as expected_previous
        from (
          select a.* from karte.activity a
          where a.workspace_id = karte.workspace_now() and ${from} and ${to}
          order by a.id limit ${most}
        ) e
      ) c`.execute(tx);
    return rows[0] ?? { read: 0, broken: null, head: null };
  }, size);
}

async function newestEntry(tx: KarteTransaction): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(max(a.id), 0) as id from karte.activity a
    where a.workspace_id = karte.workspace_now()`.execute(tx);
  return rows[0]?.id ?? "0";
}

/**
 * Recomputes the log of the workspace that the transaction is in: the part that was chained entry by
 * entry, and the headers over all later ones.
 *
 * @returns the first place at which it is not as it was written; null when it is whole.
 */
export async function firstBrokenActivity(
  tx: KarteTransaction,
  workspaceId: string,
): Promise<string | null> {
  const from = { db: tx, log: workspaceId };
  const [first] = await readHeaders(from, 0, Number.MAX_SAFE_INTEGER, 1);
  const until = first === undefined ? undefined : first.firstPosition - 1;
  const { firstBroken, entries: chained, head } = await readChainedActivity(tx, until);
  if (firstBroken !== null) return firstBroken;
  const { broken, stray } = await verifyLinked({
    ...from,
    origin: { position: chained, hash: head ?? "" },
    leaves: (ids) => activityLeaves(tx, ids),
    async entries(after, upTo, most) {
      const { rows } = await sql<{ id: string }>`
        select a.id from karte.activity a
        where a.workspace_id = karte.workspace_now() and a.hash is null
          and a.id > ${after}::bigint and a.id <= ${upTo}::bigint
        order by a.id limit ${most}`.execute(tx);
      return rows.map(({ id }) => id);
    },
    newest: () => newestEntry(tx),
  });
  return broken === null ? (stray[0] ?? null) : String(broken.from);
}
