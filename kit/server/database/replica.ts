import { setTimeout } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import type { Client, Pool } from "pg";
import { databaseFailure } from "../errors/database-failure.ts";
import { UnusableReplica } from "../errors/unusable-replica.ts";
import type { Logger } from "../logger/logger.ts";
import { type ConnectionOptions, ownConnection } from "./connections.ts";
import { databasePlace, PlacedPool, placedClient } from "./placed-pool.ts";
import { positionOf, ReplicaLag, type ReplicaPace, usualPace } from "./replica-lag.ts";

/** The variable beside `setting` that names a replica. */
export const readSetting = (setting: string): string => setting.replace(/_URL$/, "_READ_URL");

/** A replica that does not answer such a question is away. */
const patienceMs = 2_000;
/** More than any log has: of whoever may have changed something that nobody could ask about. */
const beyondAll = "FFFFFFFF/FFFFFFFF";

/**
 * How a reading ended: the replica answered; or the primary did, because the reader has just changed
 * something, the replica was late or away, or what it answered was an error.
 */
export const readEnds = ["answered", "own_write", "late", "away", "again"] as const;
export type ReadEnd = (typeof readEnds)[number];

/** Answers that may be slightly old, from a server that follows the one that takes writes. */
export interface Replica<Tables> {
  /**
   * Runs `work` on the replica; on the primary where the replica is away or late, or has not yet what
   * its reader changed, and once more there where it threw. So `work` only reads, and answers nobody
   * by itself.
   *
   * @param known `own`: how far the log went when the reader last changed something, as `written`
   *   said it; `since`: a moment (`performance.now`) up to which the reader may know of changes
   */
  read<Result>(
    known: { readonly own?: string | undefined; readonly since?: number | undefined },
    work: (db: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result>;
  /** How far the log of the primary goes: at least to what has been committed. Never throws. */
  written(): Promise<string>;
  /** How old its answers are at most; undefined while it is away, or nobody has read yet. */
  lagSeconds(): number | undefined;
  /** Has each reading's end told to `count`, too. */
  countBy(count: (end: ReadEnd) => void): void;
  /** Whether what the address names takes writes itself, as after it was promoted. @throws what `pg` throws */
  isPrimary(): Promise<boolean>;
  /** Connects once, to learn whether it may be used. @throws UnfencedRole, UnusableReplica, what `pg` throws */
  admit(): Promise<void>;
  close(): Promise<void>;
}

interface ReplicaOptions<Tables> extends ConnectionOptions {
  readonly url: string;
  /** The variable that names it, for the sentences. */
  readonly setting: string;
  readonly primary: { readonly db: Kysely<Tables>; readonly pool: Pool };
  readonly logger: Logger;
  readonly poolSize: number;
  /** Asks each new connection before its first statement; throws to refuse it. */
  readonly admit: (client: Pick<Client, "query">) => Promise<void>;
  readonly pace?: ReplicaPace | undefined;
}

const systemOf = `(select system_identifier::text from pg_control_system())`;

/** Which server a connection leads to, and when it was started. */
async function serverOf(
  client: Pick<Client, "query">,
  setting: string,
): Promise<{ system: string; server: string }> {
  const { rows } = await client.query<{ pid: number; system: string; server: string }>(
    `select pg_backend_pid() as pid, ${systemOf} as system,
       concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time()) as server`,
  );
  const [found] = rows;
  // The process that a server names at the start is the one that answers; a pooler makes one up.
  const told = (client as unknown as { readonly processID: number | null }).processID;
  if (found === undefined || found.pid !== told) {
    throw new UnusableReplica(
      `${setting} leads through a pooler; it must name the replica itself.`,
    );
  }
  return found;
}

const replayed = `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  else pg_current_wal_insert_lsn() end)::text as position`;

const cut = (client: Client) =>
  (
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy();

/** Connections to one server: how far it has come says nothing of another behind the same name. */
class Link<Tables> {
  readonly db: Kysely<Tables>;
  /** Rejects once the server is given up. */
  readonly lost: Promise<never>;
  readonly #watcher: Client;
  readonly #pool: Pool;
  readonly #clients = new Set<Client>();
  #lose: (reason: Error) => void = () => undefined;

  private constructor(watcher: Client, pool: Pool) {
    this.#watcher = watcher;
    this.#pool = pool;
    this.lost = new Promise((_, reject) => {
      this.#lose = reject;
    });
    this.lost.catch(() => undefined);
    pool.on("error", () => undefined);
    pool.on("connect", (client) => {
      client.on("error", () => undefined);
      this.#clients.add(client as Client);
    });
    pool.on("remove", (client) => this.#clients.delete(client as Client));
    this.db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }

  static async open<Tables>(options: ReplicaOptions<Tables>): Promise<Link<Tables>> {
    const { url, setting, admit, poolSize, primary } = options;
    const place = databasePlace(url);
    const own = ownConnection(options);
    const config = {
      ...own,
      // A server that was promoted would take a write by whoever should only read.
      options: [own.options, "-c default_transaction_read_only=on"].filter(Boolean).join(" "),
      connectionTimeoutMillis: patienceMs,
    };
    const Watcher = placedClient(place);
    const watcher = new Watcher({
      ...config,
      connectionString: place.url(),
      query_timeout: patienceMs,
    });
    watcher.on("error", () => undefined);
    await watcher.connect();
    try {
      await admit(watcher);
      const { system, server } = await serverOf(watcher, setting);
      const { rows } = await primary.pool.query<{ system: string }>(`select ${systemOf} as system`);
      if (rows[0]?.system !== system) {
        throw new UnusableReplica(
          `${setting} names a server that does not follow the one that takes writes.`,
        );
      }
      const onConnect = async (client: Pick<Client, "query">) => {
        await admit(client);
        if ((await serverOf(client, setting)).server !== server) {
          throw new UnusableReplica(`${setting} leads to several servers; it must name one.`);
        }
      };
      const pool = new PlacedPool(
        { ...config, connectionString: place.url(), max: poolSize, onConnect },
        place,
      );
      return new Link(watcher, pool);
    } catch (error) {
      await watcher.end();
      throw error;
    }
  }

  async replayed(): Promise<bigint> {
    const { rows } = await this.#watcher.query<{ position: string }>(replayed);
    return positionOf(rows[0]?.position ?? "") ?? 0n;
  }

  async isPrimary(): Promise<boolean> {
    const { rows } = await this.#watcher.query<{ follows: boolean }>(
      "select pg_is_in_recovery() as follows",
    );
    return rows[0]?.follows !== true;
  }

  /** Gives the server up; what it was asked ends at once. */
  giveUp(): void {
    this.#lose(new Error("The replica is away."));
    for (const client of [this.#watcher, ...this.#clients]) cut(client);
    void this.#pool.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#watcher.end();
  }
}

/** Opens a replica; connects, and begins to look at it, when it is first read from. */
export function openReplica<Tables>(options: ReplicaOptions<Tables>): Replica<Tables> {
  const { primary, logger, pace = usualPace } = options;
  const lag = new ReplicaLag(pace);
  const closing = new AbortController();
  const now = () => performance.now();
  let link: Link<Tables> | undefined;
  let watching: Promise<void> | undefined;
  let said: string | undefined;
  let count: (end: ReadEnd) => void = () => undefined;

  /** Once for each change of what hinders it, not twice a second. */
  const say = (error?: Error) => {
    if (error?.message === said) return;
    said = error?.message;
    if (error !== undefined) logger.warn({ err: error }, "the replica is not read from");
    else logger.info("the replica is followed again");
  };

  const look = async () => {
    const at = now();
    const { rows } = await primary.pool.query<{ position: string }>(
      "select pg_current_wal_flush_lsn()::text as position",
    );
    const position = positionOf(rows[0]?.position ?? "");
    link ??= await Link.open(options);
    if (position !== undefined) lag.primarySaid(position, at);
    lag.replicaSaid(await link.replayed(), now());
  };

  const pause = () =>
    setTimeout(pace.everyMs, undefined, { ref: false, signal: closing.signal }).catch(
      () => undefined,
    );

  const watch = async () => {
    while (!closing.signal.aborted) {
      try {
        await look();
        if (said !== undefined) say();
      } catch (error) {
        lag.isAway();
        link?.giveUp();
        link = undefined;
        if (!closing.signal.aborted) say(error as Error);
      }
      await pause();
    }
  };

  return {
    async read({ own, since }, work) {
      watching ??= watch();
      const position = own === undefined ? undefined : positionOf(own);
      const hindrance = lag.hindrance({ own: position, since }, now());
      if (hindrance !== undefined || link === undefined) {
        count(hindrance ?? "away");
        return work(primary.db);
      }
      try {
        const answer = await Promise.race([work(link.db), link.lost]);
        count("answered");
        return answer;
      } catch (error) {
        // What takes too long here takes too long there.
        if (databaseFailure(error) === "Timeout") throw error;
        if ((error as { code?: unknown }).code === "25006") {
          logger.error({ err: error }, "something that only reads wanted to write");
        }
        count("again");
        return work(primary.db);
      }
    },
    async written() {
      try {
        const { rows } = await primary.pool.query<{ position: string }>(
          "select pg_current_wal_insert_lsn()::text as position",
        );
        return rows[0]?.position ?? beyondAll;
      } catch {
        return beyondAll;
      }
    },
    lagSeconds() {
      const ms = lag.lagMs(now());
      return ms === undefined ? undefined : ms / 1000;
    },
    countBy(counter) {
      count = counter;
    },
    async isPrimary() {
      const opened = await Link.open(options);
      try {
        return await opened.isPrimary();
      } finally {
        await opened.close();
      }
    },
    async admit() {
      const opened = await Link.open(options);
      await opened.close();
    },
    async close() {
      closing.abort();
      await watching;
      await link?.close();
    },
  };
}
