import { type Chain, type Portion, readChain } from "@sekimori/kit-server/hash-chain";
import { sql } from "kysely";
import type { KarteTransaction } from "../../context.ts";

/**
 * Recomputes the log of the workspace that the transaction is in, a portion at a time.
 *
 * @param size entries of one portion
 */
export function readActivityChain(tx: KarteTransaction, size?: number): Promise<Chain> {
  return readChain(async ({ entries, head }, most) => {
    // Whatever was put before the first entry is met, too.
    const from = entries === 0 ? sql`` : sql`and a.id > ${entries}`;
    const { rows } = await sql<Portion>`
      select
        count(*)::int as read,
        min(c.id) filter (
          where c.id <> c.expected_id or c.previous_hash <> c.expected_previous
            or c.hash <> karte.activity_hash(c.previous_hash, c.workspace_id, c.id, c.at, c.action,
              c.account_id, c.ip_address, c.detail)
        ) as broken,
        encode((array_agg(c.hash order by c.id desc))[1], 'hex') as head
      from (
        select e.*,
          ${entries}::bigint + row_number() over (order by e.id) as expected_id,
          coalesce(lag(e.hash) over (order by e.id), decode(${head ?? ""}, 'hex'))
            as expected_previous
        from (
          select a.* from karte.activity a
          where a.workspace_id = karte.workspace_now() ${from} order by a.id limit ${most}
        ) e
      ) c`.execute(tx);
    return rows[0] ?? { read: 0, broken: null, head: null };
  }, size);
}
