import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";

const run = promisify(execFile);
const silent = createLogger({ name: "backup", level: "silent" });

const databases = [
  ["DATABASE_OWNER_URL", "portal.dump"],
  ["KARTE_DATABASE_OWNER_URL", "karte.dump"],
] as const;

/** The server's major version; undefined where it does not answer. */
async function serverVersion(url: string): Promise<number | undefined> {
  const database = openDatabase({ url, logger: silent, poolSize: 1 });
  try {
    const { rows } = await database.pool.query<{ major: number }>(
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    return rows[0]?.major;
  } catch {
    return undefined;
  } finally {
    await database.close();
  }
}

/** The major version of the `pg_dump` that a shell would run here. */
async function dumpVersion(environment: NodeJS.ProcessEnv): Promise<number | undefined> {
  try {
    const { stdout } = await run("pg_dump", ["--version"], { env: environment });
    const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout) ?? [];
    return major === undefined ? undefined : Number(major);
  } catch {
    return undefined;
  }
}

/**
 * What to run for a PostgreSQL server of the operator's own, which this program does not copy: a
 * dump is PostgreSQL's own, by a client that is no older than the server.
 */
export async function ownServerBackup(environment: NodeJS.ProcessEnv): Promise<string> {
  const lines = ["For a PostgreSQL server of your own, run:", ""];
  const dump = await dumpVersion(environment);
  const notes: string[] = [];
  for (const [setting, file] of databases) {
    const url = environment[setting];
    lines.push(`  pg_dump --format=custom --file=${file} "$${setting}"`);
    if (url === undefined) {
      notes.push(`${setting} is not set here: it names the owner of the tables.`);
      continue;
    }
    const server = await serverVersion(url);
    if (server === undefined) {
      notes.push(`The server of ${setting} does not answer.`);
    } else if (dump === undefined) {
      notes.push(`There is no pg_dump here; Debian has it as postgresql-client-${server}.`);
    } else if (dump < server) {
      notes.push(
        `The server of ${setting} is PostgreSQL ${server}, and pg_dump here is ${dump}, which refuses newer ones; install postgresql-client-${server}.`,
      );
    }
  }
  lines.push("", "and keep PORTAL_SECRET, PORTAL_LOOKUP_SECRET, PORTAL_DATA_KEYS, KARTE_SECRET");
  lines.push("and KARTE_DATA_KEYS apart from the dumps: without them nobody can read these.");
  return [...lines, ...(notes.length === 0 ? [] : ["", ...new Set(notes)])].join("\n");
}
