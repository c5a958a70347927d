import type { Logger } from "@sekimori/kit-server/logger";
import { Client, type ClientConfig } from "pg";

/**
 * Locales of the system that know what is a letter in any script, the plainest first. Sorting and
 * upper case come from PostgreSQL's own C.UTF-8 and are the same everywhere; but pg_trgm asks the
 * system, and under "C" no Japanese character is a letter, so that no trigram of it exists.
 */
export const characterTypes = ["C.UTF-8", "en_US.UTF-8", "UTF-8"] as const;

async function knownType(client: Client): Promise<string | undefined> {
  for (const name of characterTypes) {
    await client.query("begin");
    try {
      await client.query(
        `create collation pg_temp.probe (provider = libc, lc_collate = 'C', lc_ctype = '${name}')`,
      );
      return name;
    } catch {
      // The system does not have this one.
    } finally {
      await client.query("rollback");
    }
  }
  return undefined;
}

/** Builds again what depends on which characters are letters. */
async function reindexTrigrams(connection: ClientConfig, database: string): Promise<void> {
  const client = new Client({ ...connection, database });
  await client.connect();
  try {
    const { rows } = await client.query<{ index: string }>(
      `select distinct i.indexrelid::regclass::text as index
       from pg_index i join pg_opclass o on o.oid = any (i.indclass)
       where o.opcname in ('gin_trgm_ops', 'gist_trgm_ops')`,
    );
    for (const { index } of rows) await client.query(`reindex index ${index}`);
  } finally {
    await client.end();
  }
}

/**
 * Gives a UTF-8 character type to the databases of a cluster that was made without one. Written
 * into the catalogue, as pg_upgrade does: every text index keeps its order, because that comes from
 * the builtin provider; only trigram indexes are built again. Call it before anybody else connects.
 *
 * @param connection of a superuser.
 */
export async function ensureCharacterType(connection: ClientConfig, logger: Logger): Promise<void> {
  const client = new Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; open: boolean }>(
      `select datname as name, datallowconn as open from pg_database
       where datctype = 'C' and datlocprovider = 'b'`,
    );
    if (rows.length === 0) return;
    const name = await knownType(client);
    if (name === undefined) {
      logger.warn("this system has no UTF-8 locale; searching for parts of Japanese words is slow");
      return;
    }
    await client.query(
      "update pg_database set datctype = $1 where datctype = 'C' and datlocprovider = 'b'",
      [name],
    );
    for (const { name: database, open } of rows) {
      if (open) await reindexTrigrams(connection, database);
    }
    logger.info({ characterType: name }, "the databases know letters of every script now");
  } finally {
    await client.end();
  }
}
