import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import { fullName, type MigrationFile } from "./migration-files.ts";

// While a migration waits for a lock, everybody who comes after it waits too. So it waits for a tenth
// of a second at first, gives up, lets the others pass, and comes again with a little more patience.

/** How often a file is tried before it is left for later, unless said otherwise. */
export const usualTries = 30;
const lockMs = { least: 100, most: 1_000 };
const pauseMs = { least: 200, most: 3_000 };

/** What a try may take, of what the first and the last one may. */
const atTry = ({ least, most }: { readonly least: number; readonly most: number }, count: number) =>
  Math.round(least + ((most - least) * (count - 1)) / (usualTries - 1));

/** A lock could not be had in time, or two transactions waited for each other. */
const passing = new Set<unknown>(["55P03", "40P01"]);
const isPassing = (error: unknown) =>
  error instanceof Error && "code" in error && passing.has(error.code);

/** How patient it is, and whom it tells what takes longer. */
export interface MigrateOptions {
  readonly tries?: number;
  /** A try that ended because somebody has locks that it needs. */
  waits?(file: string, count: number, holders: readonly string[]): void;
  /** How many rows were changed so far, of a file that goes in portions. */
  portion?(file: string, rows: number): void;
}

/** Who has been at something longest, in words; they are in the way where a lock is not to be had. */
async function longest(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), usename, '') as name,
       extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and xact_start < clock_timestamp() - interval '1 second' and backend_type = 'client backend'
     order by xact_start limit 3`,
  );
  return rows.map(({ pid, name, seconds }) => `${name} (process ${pid}, for ${seconds} s)`);
}

/** What is applied, as it is named to people, and the schema in which its names are looked up. */
type Applied = Pick<MigrationFile, "schema" | "name">;

/** Runs `work` in a transaction that waits for each lock so long and no longer. */
async function transact<Result>(
  client: PoolClient,
  { schema }: Applied,
  lockTimeout: number,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query("begin");
  try {
    await client.query(`set local search_path = ${client.escapeIdentifier(schema)}, pg_catalog`);
    await client.query(`set local lock_timeout = ${lockTimeout}`);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Runs `work` in a transaction, again and again while somebody else has a lock that it needs.
 *
 * @throws Error after the last try, naming who has been at something for long
 */
export async function transactPatiently<Result>(
  client: PoolClient,
  file: Applied,
  options: MigrateOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const { tries = usualTries } = options;
  for (let count = 1; ; count += 1) {
    try {
      return await transact(client, file, atTry(lockMs, count), work);
    } catch (error) {
      if (!isPassing(error)) throw error;
      const holders = await longest(client);
      if (count === tries) {
        const who = holders.length === 0 ? "" : `, of ${holders.join(", ")}`;
        throw new Error(
          `Others had locks that it needs${who}. Nothing of it was kept; run it again when they are done.`,
          { cause: error },
        );
      }
      options.waits?.(fullName(file), count, holders);
      await pause(atTry(pauseMs, count));
    }
  }
}

const note = (client: PoolClient, { schema, name, checksum, unusedSince }: MigrationFile) =>
  client.query(
    `insert into ${client.escapeIdentifier(schema)}.migration (name, checksum, unused_since)
     values ($1, $2, $3)`,
    [name, checksum, unusedSince],
  );

const atOnce = (client: PoolClient, file: MigrationFile, options: MigrateOptions) =>
  transactPatiently(client, file, options, async () => {
    await client.query(file.sql);
    await note(client, file);
  });

/** Its statement until it changes nothing more; between two it rests for as long as one took. */
async function inPortions(client: PoolClient, file: MigrationFile, options: MigrateOptions) {
  for (let rows = 0; ; ) {
    const began = performance.now();
    const changed = await transactPatiently(client, file, options, async () => {
      const { rowCount } = await client.query(file.sql);
      if (rowCount === null || rowCount === 0) await note(client, file);
      return rowCount ?? 0;
    });
    if (changed === 0) return;
    rows += changed;
    options.portion?.(fullName(file), rows);
    await pause(performance.now() - began);
  }
}

/**
 * Its statement on its own. What one that was cut off has left behind, an index that nobody uses, is
 * taken away first. It waits for others without being in anybody's way.
 */
async function concurrently(client: PoolClient, file: MigrationFile) {
  const schema = client.escapeIdentifier(file.schema);
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relnamespace = $1::regnamespace and $2 ~ ('\\y' || c.relname || '\\y')`,
    [schema, file.sql],
  );
  for (const { name } of rows) {
    await client.query(`drop index concurrently ${schema}.${client.escapeIdentifier(name)}`);
  }
  await client.query(`set search_path = ${schema}, pg_catalog`);
  try {
    await client.query(file.sql);
  } finally {
    await client.query("reset search_path");
  }
  await note(client, file);
}

const ways = { "at once": atOnce, "in portions": inPortions, concurrently } as const;

/**
 * Applies one file and notes that it is there.
 *
 * @throws Error naming it; of a file that goes at once nothing is left then, the others go on where
 *   they ended when they are tried again
 */
export async function applyFile(
  client: PoolClient,
  file: MigrationFile,
  options: MigrateOptions,
): Promise<void> {
  try {
    await ways[file.way](client, file, options);
  } catch (cause) {
    const undone = file.way === "at once" ? " and was undone" : "";
    const why =
      cause instanceof Error && cause.message.startsWith("Others had") ? cause.message : "";
    throw new Error(`Migration ${fullName(file)} failed${undone}. ${why}`.trim(), { cause });
  }
}
