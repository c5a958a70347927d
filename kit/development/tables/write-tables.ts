import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Migration, migrate, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import { tableTypes } from "./table-types.ts";

/**
 * Writes the table types of the first migration's schema, read back from an empty database that
 * the migrations were run on in a temporary cluster.
 *
 * @param file the TypeScript file that is written; its folder is made.
 */
export async function writeTables(migrations: readonly Migration[], file: string): Promise<void> {
  const [first] = migrations;
  if (!first) throw new Error("There is no schema to write the tables of.");
  const place = await mkdtemp(join(tmpdir(), "sekimori-tables-"));
  // The server may run as another account than the one that made the folder.
  await chmod(place, 0o755);
  const logger = createLogger({ name: "write-tables", level: "error" });
  const server = await startEmbeddedPostgres({
    dataDir: join(place, "cluster"),
    logger,
    durable: false,
  });
  const database = openDatabase({ url: server.url, logger });
  try {
    await migrate(database, migrations);
    const text = await tableTypes(database.pool, first.schema);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } finally {
    await database.close();
    await server.stop();
    await rm(place, { recursive: true, force: true });
  }
}
