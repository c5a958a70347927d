import type { KarteTestDatabase } from "./test-database.ts";

/** Lets nobody into the database and puts out whoever is in, as when PostgreSQL is away. */
export async function withoutDatabase(
  database: KarteTestDatabase,
  work: () => Promise<void>,
): Promise<void> {
  const { superuser: pool } = database.owner;
  const { applicationRole: role } = database;
  const { rows } = await pool.query<{ name: string }>("select current_database() as name");
  const limit = (connections: number) =>
    pool.query(`alter database ${rows[0]?.name} connection limit ${connections}`);
  await limit(0);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = $1`,
    [role],
  );
  try {
    await work();
  } finally {
    await limit(-1);
  }
}
