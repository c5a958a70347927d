import { type ControlledTransaction, Kysely, PostgresDialect, type Transaction } from "kysely";
import type { Client, Pool } from "pg";
import { databaseFailure } from "../errors/database-failure.ts";
import { UnfencedRole } from "../errors/unfenced-role.ts";
import { version } from "../installation/installation.ts";
import type { Logger } from "../logger/logger.ts";
import { type ConnectionOptions, ownConnection, plainConnection } from "./connections.ts";
import { type Fence, refuseUnfenced } from "./fence.ts";
import type { Migration } from "./migration-files.ts";
import { TakenAway, takenAwayFrom } from "./older-processes.ts";
import { createPipeline, type Pipeline, pooledPipeline } from "./pipeline.ts";
import { databasePlace, PlacedPool } from "./placed-pool.ts";
import { refusePooler } from "./pooler.ts";
import { openReplica, type Replica, readSetting } from "./replica.ts";
import type { ReplicaPace } from "./replica-lag.ts";
import { TracedClient } from "./traced-query.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { UnfencedRole } from "../errors/unfenced-role.ts";
export { UnusablePooler } from "../errors/unusable-pooler.ts";
export { UnusableReplica } from "../errors/unusable-replica.ts";
export { type MigrateOptions, usualTries } from "./apply-migration.ts";
export { databaseHosts } from "./database-hosts.ts";
export { type Fence, unfencedRole } from "./fence.ts";
export { type Grant, grantUse } from "./grant.ts";
export { migrate, pendingMigrations } from "./migrate.ts";
export { isBefore, type Migration, unusedSince, wayOf } from "./migration-files.ts";
export { type PlannedMigration, type PlannedWork, plannedMigrations } from "./migration-plan.ts";
export { type Work, worksOf } from "./migration-works.ts";
export { TakenAway, takenAwayFrom } from "./older-processes.ts";
export type { Pipeline } from "./pipeline.ts";
export {
  type DatabaseAddresses,
  directSetting,
  leadsThroughPooler,
  poolerProblem,
} from "./pooler.ts";
export { type Replica, readSetting } from "./replica.ts";
export { usualPace } from "./replica-lag.ts";
export { type ConnectionSafety, verifiedConnections } from "./verified-connection.ts";

export interface DatabaseOptions extends ConnectionOptions {
  /** Of one server, or of several that take turns (`databaseHosts`). */
  readonly url: string;
  /**
   * The same database past a pooler in transaction mode, where `url` leads through one: for what
   * outlives a transaction. Statements have no names then, and settings are those of the role.
   */
  readonly directUrl?: string | undefined;
  readonly logger: Logger;
  /** Most connections of the pool; 10 unless given. The pipeline opens up to four of its own. */
  readonly poolSize?: number;
}

/** An open database: Kysely for queries, the pool beneath it for libraries that want one. */
export interface Database<Tables> {
  readonly db: Kysely<Tables>;
  readonly pool: Pool;
  /**
   * For what outlives a transaction: listening, locks of a session. The same pool, unless a pooler
   * in transaction mode stands before the database.
   */
  readonly sessions: Pool;
  /** For the short statements of everyday requests; connects when first used. */
  readonly pipeline: Pipeline;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Opens a pool; connects when first used. `Tables` is the generated interface of the schema.
 * When the server cannot be reached a query fails within 5 s with an error that the mapper turns
 * into 503.
 */
export function openDatabase<Tables>(options: DatabaseOptions): Database<Tables> {
  return open(options);
}

/** A database through which a process serves: no connection of it passes the fence by. */
export interface ServingDatabase<Tables> extends Database<Tables> {
  readonly fence: Fence;
  /** Where answers may be slightly old; undefined where no replica is named. */
  readonly replica: Replica<Tables> | undefined;
  /**
   * Asks the role once, before anything is served. A server that cannot be reached is no refusal:
   * each connection is asked when it is there.
   *
   * @throws UnfencedRole
   */
  refuseUnfenced(): Promise<void>;
  /**
   * Asks once whether a pooler stands where none may. Before `refuseUnfenced`, to which a pooler
   * gives no answer that says so.
   *
   * @throws UnusablePooler
   */
  refusePooler(): Promise<void>;
  /**
   * Asks once whether a newer release has taken away what this one uses.
   *
   * @throws TakenAway
   */
  refuseTakenAway(migrations: readonly Migration[]): Promise<void>;
}

export interface ServingOptions extends DatabaseOptions {
  readonly fence: Fence;
  /** Of a server that follows the one of `url`, past any pooler. */
  readonly readUrl?: string | undefined;
  /** How late that may be, and how often it is looked at. */
  readonly replicaPace?: ReplicaPace;
}

/**
 * As `openDatabase`, for a process that serves: every new connection is asked what its role may do
 * before its first statement, so that a role that was given more, or an address that was changed
 * behind a name, is noticed. Statements fail with UnfencedRole then, which the mapper answers 503.
 */
export function openServingDatabase<Tables>(options: ServingOptions): ServingDatabase<Tables> {
  const { fence, readUrl, poolSize = usualPoolSize } = options;
  const database = open<Tables>(options, (client) => refuseUnfenced(client, fence));
  const readFence = { ...fence, setting: readSetting(fence.setting) };
  const replica =
    readUrl === undefined
      ? undefined
      : openReplica<Tables>({
          ...options,
          url: readUrl,
          setting: readFence.setting,
          poolSize,
          primary: {
            db: database.db,
            url: options.directUrl ?? options.url,
            admit: (client) => refuseUnfenced(client, fence),
          },
          admit: (client) => refuseUnfenced(client, readFence),
          pace: options.replicaPace,
        });
  const unlessUnreachable = async (asking: Promise<unknown>) => {
    try {
      await asking;
    } catch (error) {
      if (error instanceof UnfencedRole || databaseFailure(error) === undefined) throw error;
    }
  };
  const close = async () => {
    await replica?.close();
    await database.close();
  };
  return {
    ...database,
    fence,
    replica,
    close,
    async refuseUnfenced() {
      await unlessUnreachable(database.pool.query("select 1"));
      try {
        await unlessUnreachable(Promise.resolve(replica?.admit()));
      } catch (error) {
        // Nothing else ends the process while a connection stands idle.
        await close();
        throw error;
      }
    },
    refusePooler: () => unlessUnreachable(refusePooler({ ...options, setting: fence.setting })),
    refuseTakenAway: (migrations) =>
      unlessUnreachable(
        takenAwayFrom(database, migrations, version).then(async (sentence) => {
          if (sentence === undefined) return;
          // Nothing else ends the process while a connection stands idle.
          await close();
          throw new TakenAway(sentence);
        }),
      ),
  };
}

type Admit = (client: Pick<Client, "query">) => Promise<void>;

/** Connections that are kept for sessions where `url` leads through a pooler. */
const directPoolSize = 6;
const usualPoolSize = 10;

function open<Tables>(options: DatabaseOptions, admit?: Admit): Database<Tables> {
  const { logger, url, directUrl } = options;
  const isPooled = directUrl !== undefined;
  // Without listeners a connection lost while idle, or taken out and idle, would end the process.
  const lost = (error: Error) => logger.warn({ err: error }, "database connection lost");
  const poolAt = (
    place: ReturnType<typeof databasePlace>,
    connection: typeof plainConnection,
    max: number,
    Base?: typeof Client,
  ) => {
    const admission = admit === undefined ? {} : { onConnect: admit };
    const config = { ...connection, connectionString: place.url(), max, idleTimeoutMillis: 60_000 };
    const pool = new PlacedPool({ ...config, ...admission }, place, Base);
    pool.on("error", lost);
    pool.on("connect", (client) => client.on("error", lost));
    return pool;
  };
  const place = databasePlace(url);
  const own = ownConnection(options);
  const size = options.poolSize ?? usualPoolSize;
  const pool = isPooled
    ? poolAt(place, plainConnection, size, TracedClient)
    : poolAt(place, own, size);
  const sessions = isPooled ? poolAt(databasePlace(directUrl), own, directPoolSize) : pool;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const pipeline = isPooled
    ? pooledPipeline(pool)
    : createPipeline({ ...own, connectionString: place.url() }, place, pool, logger, admit);
  return {
    db,
    pool,
    sessions,
    pipeline,
    async close() {
      await pipeline.close();
      // Kysely ends the pool only if it has ever used it.
      await db.destroy();
      for (const each of new Set([pool, sessions])) if (!each.ended) await each.end();
    },
  };
}

/** Where a query may run: the database, or a transaction that the caller has open. */
export type Queryable<Tables> =
  | Kysely<Tables>
  | Transaction<Tables>
  | ControlledTransaction<Tables>;

/** Runs `work` in one transaction (read committed): all of it is kept, or, if it throws, nothing. */
export function transaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(work);
}
