import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Database,
  type Migration,
  migrate,
  openDatabase,
} from "@sekimori/kit-server/database";
import { createLogger, type Logger } from "@sekimori/kit-server/logger";
import { Client, Pool } from "pg";
import { inject } from "vitest";
import { addressAs, ensureOwnerRole, type OwnerRole } from "./owner-role.ts";

export interface TestDatabase<Tables> extends Database<Tables> {
  /** As the owner of the database and of its tables, who is no superuser. */
  readonly url: string;
  /** For what an owner may not do: roles, other roles' connections, foreign keys put aside. */
  readonly superuser: Pool;
  /** The same as an address. */
  readonly superuserUrl: string;
}

const silent: Logger = createLogger({ name: "tests", level: "silent" });
const lockKey = 7_361_411;

async function withMaintenance<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  return url.href;
}

/** Changes with every migration file, so that an edited one gets a template of its own. */
async function templateName(migrations: readonly Migration[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { schema, folder } of migrations) {
    hash.update(schema);
    for (const name of (await readdir(folder)).sort()) {
      hash.update(name).update(await readFile(join(folder, name)));
    }
  }
  return `template_${hash.digest("hex").slice(0, 16)}`;
}

async function makeTemplate(name: string, migrations: readonly Migration[]): Promise<OwnerRole> {
  return await withMaintenance(async (client) => {
    await client.query("select pg_advisory_lock($1::bigint)", [lockKey]);
    const owner = await ensureOwnerRole(client, migrations);
    const there = await client.query("select from pg_database where datname = $1", [name]);
    if (there.rowCount !== 0) return owner;
    // Migrated under another name, so that a template with its final name is always complete.
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished}`);
    await client.query(`create database ${unfinished} owner ${owner.name}`);
    const url = addressAs(owner, inject("postgresUrl"), unfinished);
    const database = openDatabase({ url, logger: silent });
    try {
      await migrate(database, migrations);
    } finally {
      await database.close();
    }
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return owner;
  });
}

/**
 * A migrated database of its own for one test file, cloned from a template that is migrated once
 * per run, by an owner who is no superuser. `close` drops it.
 *
 * @param schema where unqualified tables are looked up, as in `openDatabase`.
 */
export async function createTestDatabase<Tables>(
  migrations: readonly Migration[],
  schema?: string,
): Promise<TestDatabase<Tables>> {
  const template = await templateName(migrations);
  const owner = await makeTemplate(template, migrations);
  const name = `test_${randomBytes(8).toString("hex")}`;
  await withMaintenance((client) =>
    client.query(`create database ${name} template ${template} owner ${owner.name}`),
  );
  const url = addressAs(owner, inject("postgresUrl"), name);
  const database = openDatabase<Tables>({
    url,
    logger: silent,
    ...(schema === undefined ? {} : { schema }),
  });
  const superuser = new Pool({ connectionString: urlOf(name), max: 2 });
  // A connection that the database's end takes away is nobody's loss.
  superuser.on("error", () => undefined);
  return {
    ...database,
    url,
    superuser,
    superuserUrl: urlOf(name),
    async close() {
      await superuser.end();
      await database.close();
      await withMaintenance((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
