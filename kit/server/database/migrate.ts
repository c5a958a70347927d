import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool, PoolClient } from "pg";
import { assetPath } from "../installation/installation.ts";

/** A folder of numbered SQL files that make one schema. */
export interface Migration {
  readonly schema: string;
  readonly folder: string;
  /** Its functions look beyond the rows of one owner, so that the schema's owner needs BYPASSRLS. */
  readonly ownerBypassesRowSecurity?: boolean;
}

interface SqlFile {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** What the file was when it had been released and could not be run everywhere. */
  readonly mendedFrom: readonly string[];
}

/** In the head of a released file that was mended: what databases that have it keep of it. */
const mended = /^-- Mended, was sha256:([0-9a-f]{64}): /gm;

const kitMigration: Migration = { schema: "kit", folder: assetPath("migrations/kit") };

/** Any number; all processes that migrate one database must agree on it. */
const lockKey = 7_361_409;

async function readFolder(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const files: SqlFile[] = [];
  for (const [index, name] of names.entries()) {
    const number = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined || Number(number) !== index + 1) {
      throw new Error(
        `${name}: migrations are named NNN-title.sql and numbered from 001 without gaps.`,
      );
    }
    const sql = await readFile(join(folder, name), "utf8");
    files.push({
      name,
      sql,
      checksum: createHash("sha256").update(sql).digest("hex"),
      mendedFrom: [...sql.matchAll(mended)].map(([, checksum = ""]) => checksum),
    });
  }
  return files;
}

async function appliedTo(client: PoolClient, schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${client.escapeIdentifier(schema)}.migration`,
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function applyFile(client: PoolClient, schema: string, file: SqlFile): Promise<void> {
  await client.query("begin");
  try {
    await client.query(`set local search_path = ${client.escapeIdentifier(schema)}, pg_catalog`);
    await client.query(file.sql);
    await client.query("insert into migration (name, checksum) values ($1, $2)", [
      file.name,
      file.checksum,
    ]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new Error(`Migration ${schema}/${file.name} failed and was undone.`, { cause });
  }
}

async function applyFolder(client: PoolClient, migration: Migration): Promise<string[]> {
  const schema = client.escapeIdentifier(migration.schema);
  await client.query(`create schema if not exists ${schema}`);
  await client.query(
    `create table if not exists ${schema}.migration (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const applied = await appliedTo(client, migration.schema);
  const done: string[] = [];
  for (const file of await readFolder(migration.folder)) {
    const checksum = applied.get(file.name);
    if (checksum === undefined) {
      await applyFile(client, migration.schema, file);
      done.push(`${migration.schema}/${file.name}`);
    } else if (checksum !== file.checksum && !file.mendedFrom.includes(checksum)) {
      throw new Error(
        `Migration ${migration.schema}/${file.name} was changed after it had been applied. ` +
          "Put it back as it was and write the change as a new migration.",
      );
    }
  }
  return done;
}

/**
 * Brings the database up to date: the kit's own schema, graphile-worker's, then `migrations` in
 * their order. Safe to call from many processes at once (advisory lock) and while an older version
 * serves, as long as the files only add.
 *
 * @returns the files that were applied, as "schema/name".
 * A released file that could not be run everywhere may be mended: its head names the checksum that it
 * had, databases that have it go on, and a new file brings them to the same state.
 *
 * @throws Error when an applied file was changed, a name or number is wrong, or SQL fails; what
 *   was applied before stays.
 */
export async function migrate(
  database: { readonly pool: Pool },
  migrations: readonly Migration[],
): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    // A long migration must not be cut off by the timeout meant for requests.
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1::bigint)", [lockKey]);
    const done = await applyFolder(client, kitMigration);
    const { runMigrations: installWorker } = await import("graphile-worker");
    await installWorker({ pgPool: database.pool });
    for (const migration of migrations) done.push(...(await applyFolder(client, migration)));
    return done;
  } finally {
    // Ends the connection, and with it the lock and the changed setting.
    client.release(true);
  }
}

/** A file that `migrate` would apply. */
export interface PlannedMigration {
  /** As "schema/name". */
  readonly name: string;
  /** The comment at its head, in one line. */
  readonly about: string;
  /** The release since which nothing uses what it takes away; undefined where it only adds. */
  readonly unusedSince?: string | undefined;
}

const head = /^(?:--[^\n]*\n)+/;
const contract = /^-- Contract: unused since (\d+\.\d+\.\d+)\.$/m;

/** The release since which nothing uses what a file takes away, as it says; undefined where it says none. */
export const unusedSince = (sql: string): string | undefined => contract.exec(sql)?.[1];

function planned(name: string, sql: string): PlannedMigration {
  const [comment = ""] = head.exec(sql) ?? [];
  const lines = comment.split("\n").map((line) => line.replace(/^-- ?/, "").trim());
  const about = lines.filter((line) => !/^(Contract|Wider|Mended)\b/.test(line)).join(" ");
  return { name, about: about.trim(), unusedSince: unusedSince(sql) };
}

/** The names of the files that `migrate` would apply, for the readiness check. */
export async function pendingMigrations(
  database: { readonly pool: Pool },
  migrations: readonly Migration[],
): Promise<string[]> {
  return (await plannedMigrations(database, migrations)).map(({ name }) => name);
}

/**
 * The files that `migrate` would apply, in their order, with what each says of itself. Nothing is
 * changed. A process must not serve before the migrations it was built for are there.
 */
export async function plannedMigrations(
  database: { readonly pool: Pool },
  migrations: readonly Migration[],
): Promise<PlannedMigration[]> {
  const client = await database.pool.connect();
  try {
    const pending: PlannedMigration[] = [];
    for (const migration of [kitMigration, ...migrations]) {
      const { rows } = await client.query<{ there: boolean }>(
        "select to_regclass($1) is not null as there",
        [`${client.escapeIdentifier(migration.schema)}.migration`],
      );
      const applied = rows[0]?.there ? await appliedTo(client, migration.schema) : new Map();
      for (const file of await readFolder(migration.folder)) {
        if (applied.has(file.name)) continue;
        pending.push(planned(`${migration.schema}/${file.name}`, file.sql));
      }
    }
    return pending;
  } finally {
    client.release();
  }
}
