import { type Database, type Grant, grantUse } from "@sekimori/kit-server/database";

/**
 * Makes the role that a process connects as (or gives it this password) and lets it use the tables.
 * It owns nothing and cannot bypass row level security. For development and tests; in production an
 * operator makes the role, and `sekimori migrate --grant-to` does the rest.
 *
 * @param owner a pool of the schemas' owner
 * @param ownerUrl the database's address
 * @param administrator a pool of who may make roles; the owner unless given
 * @returns the database's address with that role
 */
export async function prepareServingRole(
  owner: Pick<Database<unknown>, "pool">,
  ownerUrl: string,
  {
    password,
    administrator = owner,
    ...grant
  }: Grant & {
    readonly password: string;
    readonly administrator?: Pick<Database<unknown>, "pool">;
  },
): Promise<string> {
  const client = await administrator.pool.connect();
  try {
    await client.query("begin");
    // Two processes that start together must not both make it.
    await client.query("select pg_advisory_xact_lock(7361412)");
    const name = client.escapeIdentifier(grant.role);
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [
      grant.role,
    ]);
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
  await grantUse(owner, grant);
  const url = new URL(ownerUrl);
  url.username = grant.role;
  url.password = password;
  return url.href;
}
