import { randomBytes } from "node:crypto";
import { type Migration, migrate, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { Client } from "pg";

const silent = createLogger({ name: "faults", level: "silent" });

/** Makes an empty, migrated database on a server. @returns its address. */
export async function freshDatabase(
  serverUrl: string,
  migrations: readonly Migration[],
): Promise<string> {
  const name = `faults_${randomBytes(8).toString("hex")}`;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = openDatabase({ url: url.href, logger: silent, poolSize: 2 });
  try {
    await migrate(database, migrations);
  } finally {
    await database.close();
  }
  return url.href;
}
