import { Kysely, PostgresDialect } from "kysely";
import type { Client, Pool } from "pg";
import { UnusableReplica } from "../errors/unusable-replica.ts";
import { type ConnectionOptions, ownConnection } from "./connections.ts";
import { cutOff } from "./cut-off.ts";
import { databasePlace, PlacedPool, placedClient } from "./placed-pool.ts";
import { positionOf } from "./replica-lag.ts";
import { type WhichServer, whichServer } from "./which-server.ts";

/**
 * So long a reading waits for a lock there. Replay holds locks as whoever changed a table did, and
 * waits itself for older readings: the primary, which has finished, is asked then.
 */
const lockWaitMs = 1_000;

export interface LinkOptions extends ConnectionOptions {
  readonly url: string;
  /** The variable that names it, for the sentences. */
  readonly setting: string;
  readonly poolSize: number;
  /** Asks each new connection before its first statement; throws to refuse it. */
  readonly admit: (client: Pick<Client, "query">) => Promise<void>;
  /** A replica that takes longer to say how far it is, is away. */
  readonly patienceMs: number;
}

/** Which server a connection leads to; refused where a pooler stands between. */
async function serverOf(client: Pick<Client, "query">, setting: string): Promise<WhichServer> {
  const found = await whichServer(client);
  // The process that a server names at the start is the one that answers; a pooler makes one up.
  const told = (client as unknown as { readonly processID: number | null }).processID;
  if (found === undefined || found.pid !== told) {
    throw new UnusableReplica(
      `${setting} leads through a pooler; it must name the replica itself.`,
    );
  }
  return found;
}

/** Connections to one server: how far it has come says nothing of another behind the same name. */
export class ReplicaLink<Tables> {
  /** As `WhichServer` has it. */
  readonly server: string;
  readonly #db: Kysely<Tables>;
  readonly #watcher: Client;
  readonly #pool: Pool;
  readonly #clients = new Set<Client>();
  /** Of each reading that is not answered yet, what ends it. */
  readonly #waiting = new Set<(reason: Error) => void>();

  private constructor(server: string, watcher: Client, pool: Pool) {
    this.server = server;
    this.#watcher = watcher;
    this.#pool = pool;
    pool.on("error", () => undefined);
    pool.on("connect", (client) => {
      client.on("error", () => undefined);
      this.#clients.add(client as Client);
    });
    pool.on("remove", (client) => this.#clients.delete(client as Client));
    this.#db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }

  /**
   * @param system of the server that takes writes, as `WhichServer` has it
   * @throws UnfencedRole, UnusableReplica, what `pg` throws
   */
  static async open<Tables>(options: LinkOptions, system: string): Promise<ReplicaLink<Tables>> {
    const { url, setting, admit, poolSize, patienceMs } = options;
    const place = databasePlace(url);
    const own = ownConnection(options);
    const settings = [
      // A server that was promoted would take a write by whoever should only read.
      "-c default_transaction_read_only=on",
      `-c lock_timeout=${lockWaitMs}`,
    ];
    const config = {
      ...own,
      options: [own.options, ...settings].filter(Boolean).join(" "),
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
      const found = await serverOf(watcher, setting);
      if (found.system !== system) {
        throw new UnusableReplica(
          `${setting} names a server that does not follow the one that takes writes.`,
        );
      }
      const onConnect = async (client: Pick<Client, "query">) => {
        await admit(client);
        if ((await serverOf(client, setting)).server !== found.server) {
          throw new UnusableReplica(`${setting} leads to several servers; it must name one.`);
        }
      };
      const pool = new PlacedPool(
        { ...config, connectionString: place.url(), max: poolSize, onConnect },
        place,
      );
      return new ReplicaLink(found.server, watcher, pool);
    } catch (error) {
      await watcher.end();
      throw error;
    }
  }

  /** Runs `work` there; it ends at once when the server is given up. */
  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const working = work(this.#db);
      this.#waiting.add(reject);
      // Forgotten when it is answered: the link lives for weeks, and would keep every answer so long.
      void working.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    });
  }

  /** How far it has come, and whether it follows another server; one that was promoted does not. */
  async standing(): Promise<{ position: bigint; follows: boolean }> {
    const { rows } = await this.#watcher.query<{ position: string; follows: boolean }>(
      `select pg_is_in_recovery() as follows, (case when pg_is_in_recovery()
         then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end)::text as position`,
    );
    const [told] = rows;
    return { position: positionOf(told?.position ?? "") ?? 0n, follows: told?.follows === true };
  }

  /** Gives the server up; what it was asked ends at once. */
  giveUp(): void {
    for (const end of this.#waiting) end(new Error("The replica is away."));
    for (const client of [this.#watcher, ...this.#clients]) cutOff(client);
    void this.#pool.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#watcher.end();
  }
}
