import type { Pool } from "pg";

const tables = [
  "portal.account",
  "portal.credential",
  "portal.contract",
  "portal.agreement",
  "portal.session",
  "portal.oidc_record",
  "portal.audit_event",
  "kit.chain_header",
] as const;

/** What a row of each large table takes, its indexes with it. The tables have to be analysed. */
export async function tableSizes(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ table: string; bytes: string }>(
    `select name as table, (pg_total_relation_size(oid) / nullif(reltuples, 0)::numeric)::int as bytes
     from pg_class join unnest($1::text[]) name on name::regclass = pg_class.oid order by 2 desc`,
    [tables],
  );
  return rows.map(({ table, bytes }) => `${table} ${bytes}`).join(", ");
}
