import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { applyFile, type MigrateOptions, transactPatiently } from "./apply-migration.ts";
import {
  fullName,
  kitMigration,
  type Migration,
  type MigrationFile,
  readMigration,
} from "./migration-files.ts";
import { refuseBesideOlder } from "./older-processes.ts";

/** Any number; all processes that migrate one database must agree on it. */
const lockKey = 7_361_409;

/**
 * Asks for the lock until it is free. Whoever waits for it in the server has a snapshot open
 * meanwhile, which an index that is made concurrently waits for in turn.
 */
async function awaitTurn(client: PoolClient): Promise<void> {
  for (let wait = 50; ; wait = Math.min(1_000, wait * 2)) {
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock($1::bigint) as mine",
      [lockKey],
    );
    if (rows[0]?.mine === true) return;
    await pause(wait);
  }
}

async function appliedTo(client: PoolClient, schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${client.escapeIdentifier(schema)}.migration`,
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** The table of what was applied, as this release needs it. Processes that serve read it too. */
async function prepare(client: PoolClient, schema: string, options: MigrateOptions): Promise<void> {
  const { rows } = await client.query<{ columns: readonly string[] }>(
    `select array(select attname::text from pg_attribute
       where attrelid = to_regclass($1) and attnum > 0) as columns`,
    [`${client.escapeIdentifier(schema)}.migration`],
  );
  const columns = rows[0]?.columns ?? [];
  const name = client.escapeIdentifier(schema);
  if (columns.length === 0) {
    await client.query(`create schema if not exists ${name}`);
    await client.query(
      `create table ${name}.migration (
         name text primary key, checksum text not null, unused_since text,
         applied_at timestamptz not null default now())`,
    );
  } else if (!columns.includes("unused_since")) {
    await transactPatiently(client, { schema, name: "migration" }, options, () =>
      client.query(`alter table ${name}.migration add column unused_since text`),
    );
  }
}

/**
 * The files of a folder that a database does not have.
 *
 * @throws Error when one that it has was changed
 */
function missingIn(applied: ReadonlyMap<string, string>, files: readonly MigrationFile[]) {
  return files.filter((file) => {
    const checksum = applied.get(file.name);
    if (checksum === undefined) return true;
    if (checksum === file.checksum || file.mendedFrom.includes(checksum)) return false;
    throw new Error(
      `Migration ${fullName(file)} was changed after it had been applied. ` +
        "Put it back as it was and write the change as a new migration.",
    );
  });
}

async function applyFolder(
  client: PoolClient,
  migration: Migration,
  options: MigrateOptions,
): Promise<string[]> {
  await prepare(client, migration.schema, options);
  const applied = await appliedTo(client, migration.schema);
  const done: string[] = [];
  for (const file of missingIn(applied, await readMigration(migration))) {
    await refuseBesideOlder(client, file);
    await applyFile(client, file, options);
    done.push(fullName(file));
  }
  return done;
}

/**
 * Brings the database up to date: the kit's own schema, graphile-worker's, then `migrations` in
 * their order. Safe to call from many processes at once (advisory lock) and while an older version
 * serves, as long as the files only add; one that takes away is refused while older processes serve.
 *
 * A released file that could not be run everywhere may be mended: its head names the checksum that it
 * had, databases that have it go on, and a new file brings them to the same state.
 *
 * @returns the files that were applied, as "schema/name".
 * @throws Error when an applied file was changed, a name or number is wrong, SQL fails, or locks are
 *   not to be had; what was applied before stays.
 */
export async function migrate(
  database: { readonly pool: Pool },
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    // A long migration must not be cut off by the timeout meant for requests.
    await client.query("set statement_timeout = 0");
    await awaitTurn(client);
    const done = await applyFolder(client, kitMigration, options);
    const { runMigrations: installWorker } = await import("graphile-worker");
    await installWorker({ pgPool: database.pool });
    for (const migration of migrations) {
      done.push(...(await applyFolder(client, migration, options)));
    }
    return done;
  } finally {
    // Ends the connection, and with it the lock and the changed setting.
    client.release(true);
  }
}

/**
 * The files that `migrate` would apply, in their order. Nothing is changed. A process must not serve
 * before the migrations it was built for are there.
 */
export async function missingMigrations(
  database: { readonly pool: Pool },
  migrations: readonly Migration[],
): Promise<MigrationFile[]> {
  const client = await database.pool.connect();
  try {
    const missing: MigrationFile[] = [];
    for (const migration of [kitMigration, ...migrations]) {
      const { rows } = await client.query<{ there: boolean }>(
        "select to_regclass($1) is not null as there",
        [`${client.escapeIdentifier(migration.schema)}.migration`],
      );
      const applied = rows[0]?.there ? await appliedTo(client, migration.schema) : new Map();
      const files = await readMigration(migration);
      missing.push(...files.filter(({ name }) => !applied.has(name)));
    }
    return missing;
  } finally {
    client.release();
  }
}

/** The names of the files that `migrate` would apply, for the readiness check. */
export async function pendingMigrations(
  database: { readonly pool: Pool },
  migrations: readonly Migration[],
): Promise<string[]> {
  return (await missingMigrations(database, migrations)).map(fullName);
}
