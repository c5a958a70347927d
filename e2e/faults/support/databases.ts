import { randomBytes } from "node:crypto";
import {
  addressAs,
  ensureOwnerRole,
  type OwnerRole,
} from "@sekimori/kit-development/testing/owner-role";
import { type Migration, migrate, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { Client } from "pg";

const silent = createLogger({ name: "faults", level: "silent" });

/** Makes an empty database on a server, owned by a role that is no superuser, and migrates it. @returns its address. */
export async function freshDatabase(
  serverUrl: string,
  migrations: readonly Migration[],
): Promise<string> {
  const name = `faults_${randomBytes(8).toString("hex")}`;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  let owner: OwnerRole;
  try {
    owner = await ensureOwnerRole(client, migrations);
    await client.query(`create database ${name} owner ${owner.name}`);
  } finally {
    await client.end();
  }
  const url = addressAs(owner, serverUrl, name);
  const database = openDatabase({ url, logger: silent, poolSize: 2 });
  try {
    await migrate(database, migrations);
  } finally {
    await database.close();
  }
  return url;
}
