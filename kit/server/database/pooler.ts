import { Client } from "pg";
import { UnusablePooler } from "../errors/unusable-pooler.ts";
import { databasePlace, PlacedPool } from "./placed-pool.ts";

/** How a process reaches one database. */
export interface DatabaseAddresses {
  /** The variable that names `url`, for the sentences: "DATABASE_URL". */
  readonly setting: string;
  readonly url: string;
  /** The same database past a pooler, where `url` leads through one. */
  readonly directUrl?: string | undefined;
  /** Where unqualified names are looked up. */
  readonly schema?: string | undefined;
}

/** The variable beside `setting` that names the database past a pooler. */
export const directSetting = (setting: string): string => setting.replace(/_URL$/, "_DIRECT_URL");

interface Reached {
  readonly pooled: boolean;
  readonly role: string;
  readonly database: string;
  readonly started: string;
  readonly schemas: readonly string[];
  readonly limit: string;
}

/** Asks without startup parameters, which poolers refuse, and without named statements. */
async function reach(url: string): Promise<Reached> {
  const place = databasePlace(url);
  const config = { connectionString: place.url(), connectionTimeoutMillis: 5_000, max: 1 };
  const pool = new PlacedPool(config, place, Client);
  pool.on("error", () => undefined);
  try {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<Omit<Reached, "pooled"> & { readonly pid: number }>(
        `select pg_backend_pid() as pid, session_user::text as role, current_database()::text as database,
           extract(epoch from pg_postmaster_start_time())::text as started, current_schemas(false)::text[] as schemas,
           current_setting('statement_timeout') as limit`,
      );
      const [found] = rows;
      if (found === undefined) throw new Error("The database answered nothing.");
      // The process that a server names at the start is the one that answers; a pooler makes one up.
      const told = (client as unknown as { readonly processID: number | null }).processID;
      return { ...found, pooled: found.pid !== told };
    } finally {
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** What gives every connection of a pooler what a process otherwise asks for by itself. */
function roleSettings({ role, database }: Reached, schema: string): string {
  const alter = `alter role ${quoted(role)} in database ${quoted(database)} set`;
  return [
    `${alter} search_path = ${quoted(schema)}, pg_catalog;`,
    `${alter} statement_timeout = '20s';`,
    `${alter} idle_in_transaction_session_timeout = '60s';`,
  ].join(" ");
}

/**
 * Why a process may not work through these addresses, in one sentence; undefined where it may.
 *
 * A pooler in transaction mode gives each transaction another connection. What outlives a
 * transaction is then lost without an error: listening, locks of a session, its settings. So a
 * pooler is only gone through where the database itself is named too.
 *
 * @throws what `pg` throws where an address cannot be connected to
 */
export async function poolerProblem(addresses: DatabaseAddresses): Promise<string | undefined> {
  const { setting, url, directUrl, schema } = addresses;
  const direct = directSetting(setting);
  const reached = await reach(url);
  if (directUrl === undefined) {
    return reached.pooled
      ? `${setting} leads through a pooler. Name the database itself in ${direct} beside it, or in ${setting}.`
      : undefined;
  }
  const itself = await reach(directUrl);
  if (itself.pooled) {
    return `${direct} leads through a pooler too; it must name the database itself.`;
  }
  const { role, database, started } = itself;
  if (role !== reached.role || database !== reached.database || started !== reached.started) {
    return `${direct} names another server, database or role than ${setting} leads to.`;
  }
  const wanted = schema === undefined ? undefined : [schema, "pg_catalog"].join();
  if (schema === undefined || (reached.schemas.join() === wanted && reached.limit !== "0")) {
    return undefined;
  }
  return (
    `${setting} leads through a pooler, whose connections need settings of the role. ` +
    `Run ${roleSettings(reached, schema)} and then reconnect the pooler.`
  );
}

/** Whether what `url` names is a pooler, of whatever mode. @throws what `pg` throws */
export const leadsThroughPooler = async (url: string): Promise<boolean> =>
  (await reach(url)).pooled;

/** @throws UnusablePooler where a process may not work through these addresses */
export async function refusePooler(addresses: DatabaseAddresses): Promise<void> {
  const sentence = await poolerProblem(addresses);
  if (sentence !== undefined) throw new UnusablePooler(sentence);
}
