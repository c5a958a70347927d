import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { karteMigrations } from "@sekimori/karte-server/migrations";
import { startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { addressAs, ensureOwnerRole } from "@sekimori/kit-development/testing/owner-role";
import { type Migration, migrate, openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { sandboxMigrations } from "@sekimori/sandbox/migrations";
import pg from "pg";

const run = promisify(execFile);
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const cache = pathOf("../../.cache/product-template");

const databases = [
  { name: "sekimori", migrations: [...portalMigrations, ...sandboxMigrations] },
  // Named as the product names it: beside the portal's.
  { name: "sekimori_karte", migrations: karteMigrations },
];

/** Changes with every migration and with whatever else makes a cluster. */
async function versionOf(): Promise<string> {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  const files = [fileURLToPath(import.meta.url), pathOf("../../package-lock.json")];
  const kit = { schema: "kit", folder: pathOf("../../kit/server/database/migrations") };
  for (const { schema, folder } of [kit, ...databases.flatMap(({ migrations }) => migrations)]) {
    hash.update(schema);
    for (const name of (await readdir(folder)).sort()) files.push(join(folder, name));
  }
  for (const file of files) hash.update(file).update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

/** A new folder that the database's user may enter. */
async function newFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), name));
  await chmod(folder, 0o755);
  return folder;
}

/** With owners and modes, which PostgreSQL looks at. */
const copy = (from: string, to: string) => run("cp", ["-a", `${from}/.`, to]);

/** Gives the database to a role that is no superuser. @returns its address as that role. */
async function ownedByPlainRole(
  url: string,
  name: string,
  migrations: readonly Migration[],
): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const owner = await ensureOwnerRole(client, migrations);
    await client.query(`alter database ${name} owner to ${owner.name}`);
    return addressAs(owner, url, name);
  } finally {
    await client.end();
  }
}

/** A cluster with both databases, migrated by plain owners and otherwise empty. */
async function make(template: string): Promise<void> {
  const folder = await newFolder("sekimori-template-");
  const logger = createLogger({ name: "template", level: "error" });
  const dataDir = join(folder, "postgres");
  for (const { name, migrations } of databases) {
    const server = await startEmbeddedPostgres({ dataDir, database: name, logger, durable: false });
    try {
      const url = await ownedByPlainRole(server.url, name, migrations);
      const database = openDatabase({ url, logger, poolSize: 2 });
      await migrate(database, migrations);
      await database.close();
    } finally {
      await server.stop();
    }
  }
  const unfinished = `${template}.${randomBytes(4).toString("hex")}`;
  await mkdir(unfinished, { recursive: true });
  await copy(folder, unfinished);
  await rm(folder, { recursive: true, force: true });
  // Whoever was faster has made the same.
  await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true, force: true }));
}

let ready: Promise<string> | undefined;

async function findOrMake(): Promise<string> {
  const template = join(cache, await versionOf());
  if (!(await stat(template).catch(() => undefined))) await make(template);
  return template;
}

/**
 * A new data folder for one product, in which cluster, databases and migrations are there already,
 * as copies: what a first start does before it seeds anything takes the longest.
 */
export async function newDataFolder(): Promise<string> {
  ready ??= findOrMake();
  const template = await ready;
  const folder = await newFolder("sekimori-e2e-");
  await copy(template, folder);
  return folder;
}
