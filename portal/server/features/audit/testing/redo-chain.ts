import type { Database } from "@sekimori/kit-server/database";
import { nextHeader } from "@sekimori/kit-server/hash-chain";

// What the database's owner, or the version before there were headers, writes by itself; the triggers
// that stand against it are off.

/** Redoes the part that is chained event by event over what stands in it now. */
export async function redoChained(pool: Database<unknown>["pool"]): Promise<void> {
  await pool.query(`
    do $$ declare event record; previous bytea := '\\x'; begin
      for event in select * from portal.audit_event where hash is not null order by id loop
        update portal.audit_event set previous_hash = previous, hash = portal.audit_hash(
          previous, event.id, event.account_id, event.action, event.at, event.ip_address,
          event.device, event.detail)
        where id = event.id returning hash into previous;
      end loop;
    end $$`);
}

/** Makes of all events what they were before there were headers. */
export async function chainEventByEvent(pool: Database<unknown>["pool"]): Promise<void> {
  await pool.query(
    "delete from kit.chain_pending; update portal.audit_event set hash = '\\x', previous_hash = '\\x'",
  );
  await redoChained(pool);
}

/** Redoes every header over the events it names, as they are now. */
export async function redoHeaders(pool: Database<unknown>["pool"]): Promise<void> {
  const { rows: ends } = await pool.query<{ id: string; hash: string }>(
    `select id, encode(hash, 'hex') as hash from portal.audit_event
     where hash is not null order by id desc limit 1`,
  );
  let end = { number: 0, position: Number(ends[0]?.id ?? 0), hash: ends[0]?.hash ?? "" };
  const { rows } = await pool.query<{ log: string; number: number; at: Date; leaves: Buffer[] }>(
    `select h.log, h.number::int, h.at, array_agg(portal.audit_leaf(e.id, e.account_id, e.action,
       e.at, e.ip_address, e.device, e.detail) order by place) as leaves
     from kit.chain_header h, unnest(h.entries) with ordinality as u (entry, place)
     join portal.audit_event e on e.id = entry
     group by h.log, h.number, h.at order by h.number`,
  );
  for (const { log, number, at, leaves } of rows) {
    const header = nextHeader(log, end, leaves, at);
    await pool.query(
      `update kit.chain_header set root = decode($2, 'hex'), previous_hash = decode($3, 'hex'),
         hash = decode($4, 'hex') where number = $1`,
      [number, header.root, header.previousHash, header.hash],
    );
    end = { number, position: end.position + leaves.length, hash: header.hash };
  }
}
