import type { Pool } from "pg";

export interface Grant {
  /** A role that can log in and owns nothing. */
  readonly role: string;
  readonly schemas: readonly string[];
  /** Tables to which rows are added and never changed: "schema.table". */
  readonly appendOnly: readonly string[];
}

/**
 * Lets a role read and write rows, and nothing else: it makes, changes and empties no table, writes
 * over no record of applied migrations, and only adds to the append-only tables. Run it after every
 * migration, because each new table needs it.
 *
 * @throws DatabaseError when there is no such role, or the caller does not own the schemas.
 */
export async function grantUse(
  { pool }: { readonly pool: Pool },
  { role, schemas, appendOnly }: Grant,
): Promise<void> {
  const client = await pool.connect();
  const name = (given: string) => given.split(".").map(client.escapeIdentifier).join(".");
  const to = name(role);
  try {
    await client.query("begin");
    for (const schema of ["kit", "graphile_worker", ...schemas]) {
      await client.query(`grant usage on schema ${name(schema)} to ${to}`);
      await client.query(
        `grant select, insert, update, delete on all tables in schema ${name(schema)} to ${to}`,
      );
      await client.query(`grant usage on all sequences in schema ${name(schema)} to ${to}`);
      const records = `${schema}.${schema === "graphile_worker" ? "migrations" : "migration"}`;
      await client.query(`revoke insert, update, delete on ${name(records)} from ${to}`);
    }
    // graphile-worker closes its tables to everybody but their owner, row by row.
    const { rows } = await client.query<{ table: string }>(
      `select c.oid::regclass::text as table from pg_class c
       where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity`,
    );
    const policy = client.escapeIdentifier(`use by ${role}`);
    for (const { table } of rows) {
      await client.query(`drop policy if exists ${policy} on ${table}`);
      await client.query(
        `create policy ${policy} on ${table} to ${to} using (true) with check (true)`,
      );
    }
    for (const table of appendOnly) {
      await client.query(`revoke update, delete on ${name(table)} from ${to}`);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
