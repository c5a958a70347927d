import { type Database, grantUse } from "@sekimori/kit-server/database";
import { karteAppendOnly } from "../migrations.ts";

/**
 * Makes the role that karte connects as (or gives it this password) and lets it use the tables. It
 * owns nothing and cannot bypass row level security. For development and tests; in production an
 * operator makes the role, and `sekimori migrate --application karte --grant-to` does the rest.
 *
 * @param owner a pool of the schema's owner
 * @param administrator a pool of who may make roles
 */
export async function prepareApplicationRole(
  owner: Pick<Database<unknown>, "pool">,
  administrator: Pick<Database<unknown>, "pool">,
  role: string,
  password: string,
): Promise<void> {
  const client = await administrator.pool.connect();
  try {
    await client.query("begin");
    // Two processes that start together must not both make it.
    await client.query("select pg_advisory_xact_lock(7361412)");
    const name = client.escapeIdentifier(role);
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
    if (rowCount === 0) await client.query(`create role ${name}`);
    await client.query(
      `alter role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole
       password ${client.escapeLiteral(password)}`,
    );
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
  await grantUse(owner, { role, schemas: ["karte"], appendOnly: karteAppendOnly });
}
