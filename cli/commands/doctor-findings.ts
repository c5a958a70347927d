import { setTimeout } from "node:timers/promises";
import {
  type DatabaseAddresses,
  databaseHosts,
  directSetting,
  type Fence,
  type Migration,
  openDatabase,
  openServingDatabase,
  pendingMigrations,
  poolerProblem,
  readSetting,
  UnfencedRole,
  UnusableReplica,
  unfencedRole,
} from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { createTransport } from "nodemailer";

/** One thing that was looked at, and what to do where it is not in order. */
export interface Finding {
  readonly subject: string;
  readonly problem: string | null;
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

const silent = createLogger({ name: "doctor", level: "silent" });

interface WayThere {
  /** The settings that name the database. */
  readonly fence: Fence;
  readonly url: { reveal(): string };
  readonly directUrl?: { reveal(): string } | undefined;
}

/** How a process reaches its database, and by which address, of which setting, questions go past a pooler. */
export function wayTo({ fence: { setting }, url, directUrl }: WayThere) {
  const way = { setting, url: url.reveal(), directUrl: directUrl?.reveal() };
  return way.directUrl === undefined
    ? { way, setting, url: way.url }
    : { way, setting: directSetting(setting), url: way.directUrl };
}

/** Whether a pooler stands before the database, and whether it may, asked as a process asks it. */
export async function poolerFinding(addresses: DatabaseAddresses): Promise<Finding> {
  const subject = `way to ${addresses.setting}`;
  try {
    return { subject, problem: (await poolerProblem(addresses)) ?? null };
  } catch (error) {
    return { subject, problem: `${addresses.setting} cannot be connected to: ${reason(error)}` };
  }
}

/** So long a replica may take to come to where the primary is. */
const replicaPatienceMs = 5_000;

/** Whether the replica may be read from, and keeps up; nothing where none is named. */
export async function replicaFindings(
  { fence, url }: Omit<WayThere, "url"> & { readonly url: string },
  readUrl: { reveal(): string } | undefined,
): Promise<Finding[]> {
  if (readUrl === undefined) return [];
  const setting = readSetting(fence.setting);
  const database = openServingDatabase({
    fence,
    url,
    readUrl: readUrl.reveal(),
    logger: silent,
    poolSize: 1,
  });
  const found = (problem: string | null) => [{ subject: "replica", problem }];
  try {
    await database.replica?.admit();
    if (await database.replica?.isPrimary()) {
      return found(
        `${setting} names the server that takes writes; name one that follows it, or leave it out.`,
      );
    }
    const until = Date.now() + replicaPatienceMs;
    while (Date.now() < until) {
      // The first reading begins to look.
      await database.replica?.read({}, async () => undefined);
      if (database.replica?.lagSeconds() !== undefined) return found(null);
      await setTimeout(100);
    }
    return found(
      `The server of ${setting} does not come to where the one that takes writes is; lists are read from the latter.`,
    );
  } catch (error) {
    const isSentence = error instanceof UnfencedRole || error instanceof UnusableReplica;
    return found(
      isSentence ? error.message : `${setting} cannot be connected to: ${reason(error)}`,
    );
  } finally {
    await database.close();
  }
}

/** What a process would refuse to serve with, asked as it asks it. */
export async function roleFinding(url: string, fence: Fence): Promise<Finding> {
  const { setting } = fence;
  const subject = `role of ${setting}`;
  const database = openDatabase({ url, logger: silent, poolSize: 1 });
  try {
    const client = await database.pool.connect();
    try {
      return { subject, problem: (await unfencedRole(client, fence)) ?? null };
    } finally {
      client.release();
    }
  } catch (error) {
    return { subject, problem: `${setting} cannot be connected to: ${reason(error)}` };
  } finally {
    await database.close();
  }
}

interface NamedDatabase {
  /** The setting that names it. */
  readonly setting: string;
  readonly url: string;
  readonly migrations: readonly Migration[];
  /** The command that brings it up to date. */
  readonly migrate: string;
}

/** Whether the database can be reached, is new enough, keeps what it is given, and is migrated. */
export async function databaseFindings(named: NamedDatabase): Promise<Finding[]> {
  const database = openDatabase({ url: named.url, logger: silent, poolSize: 1 });
  try {
    const { rows } = await database.pool.query<{
      version: number;
      type: string;
      unsafe: readonly string[];
      standbys: string;
    }>(
      `select current_setting('server_version_num')::int as version, datctype as type,
         array(select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit'])
           as given(name) where current_setting(name) = 'off') as unsafe,
         current_setting('synchronous_standby_names') as standbys
       from pg_database where datname = current_database()`,
    );
    const { version = 0, type: characterType = "", unsafe = [], standbys = "" } = rows[0] ?? {};
    const hasOthers = databaseHosts(named.url).urls.length > 1;
    const pending = await pendingMigrations(database, named.migrations);
    return [
      {
        subject: "durability",
        problem:
          unsafe.length > 0
            ? `The server has ${unsafe.join(", ")} off: what was answered as done can be lost. Turn it on.`
            : hasOthers && standbys === ""
              ? `${named.setting} names several servers, and synchronous_standby_names is empty: what was answered as done can be lost when another takes over. Name the standbys.`
              : null,
      },
      {
        subject: "database",
        problem: version < 160_000 ? "The server is older than PostgreSQL 16; upgrade it." : null,
      },
      {
        subject: "text search",
        problem: ["C", "POSIX"].includes(characterType)
          ? `The database's character type is ${characterType}, which knows no Japanese letters; create it with LC_CTYPE 'C.UTF-8'.`
          : null,
      },
      {
        subject: "migrations",
        problem:
          pending.length === 0
            ? null
            : `${pending.length} migrations are not applied; run “${named.migrate}”.`,
      },
    ];
  } catch (error) {
    return [
      { subject: "database", problem: `${named.setting} cannot be connected to: ${reason(error)}` },
    ];
  } finally {
    await database.close();
  }
}

/** Whether the mail server lets us in. */
export async function mailFinding(smtpUrl: string): Promise<Finding> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
  });
  try {
    await transport.verify();
    return { subject: "mail", problem: null };
  } catch (error) {
    return { subject: "mail", problem: `SMTP_URL cannot be used: ${reason(error)}` };
  } finally {
    transport.close();
  }
}
