import { type Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from "pg";
import { type DatabaseHosts, databaseHosts } from "./database-hosts.ts";
import { NamingClient } from "./naming-client.ts";

/** With several servers one that does not answer is passed over after so long. */
const patienceMs = 2_000;

/** A standby was reached where writes are wanted. The code is PostgreSQL's for “not now”. */
export class StandbyReached extends Error {
  override readonly name = "StandbyReached";
  readonly code = "57P03";
  constructor() {
    super("The database server that was reached takes no writes.");
  }
}

/** Which of several servers is used; the next one's turn comes when it fails. */
export interface DatabasePlace {
  readonly hosts: DatabaseHosts;
  /** Of the server that is used now. */
  url(): string;
  /** Its turn is over, unless another's has come meanwhile. */
  failed(url: string): void;
}

/** @throws Error naming what cannot be used of `address` */
export function databasePlace(address: string): DatabasePlace {
  const hosts = databaseHosts(address);
  const { urls } = hosts;
  let index = 0;
  const url = () => urls[index] ?? address;
  return {
    hosts,
    url,
    failed(of) {
      if (of === url()) index = (index + 1) % urls.length;
    },
  };
}

async function refuseStandby(client: Client): Promise<void> {
  const { rows } = await client.query<{ refuses: boolean }>(
    `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean
       as refuses`,
  );
  if (rows[0]?.refuses !== true) return;
  await client.end();
  throw new StandbyReached();
}

/**
 * A client of the server whose turn it is. One that cannot be reached, or takes no writes where they
 * are wanted, gives its turn to the next.
 *
 * @param Base what it is otherwise; one that names its statements unless given
 */
export function placedClient(
  place: DatabasePlace,
  Base: typeof Client = NamingClient,
): typeof Client {
  const { urls, wantsWrites } = place.hosts;
  if (urls.length === 1 && !wantsWrites) return Base;
  return class extends Base {
    readonly #url: string;

    constructor(config: ClientConfig) {
      const url = place.url();
      super({ ...config, connectionString: url, connectionTimeoutMillis: patienceMs });
      this.#url = url;
    }

    async #reach(): Promise<void> {
      try {
        await super.connect();
        if (wantsWrites) await refuseStandby(this);
      } catch (error) {
        place.failed(this.#url);
        throw error;
      }
    }

    override connect = ((callback?: (error?: unknown) => void) => {
      const reaching = this.#reach();
      if (callback === undefined) return reaching;
      reaching.then(() => callback(), callback);
      return undefined;
    }) as Client["connect"];
  };
}

/** A pool that asks the next server when one fails, until each has had its turn. */
export class PlacedPool extends Pool {
  readonly #place: DatabasePlace;

  constructor(config: PoolConfig, place: DatabasePlace, Base?: typeof Client) {
    super({ ...config, Client: placedClient(place, Base) });
    this.#place = place;
  }

  async #reach(): Promise<PoolClient> {
    for (let turnsLeft = this.#place.hosts.urls.length - 1; ; turnsLeft -= 1) {
      const before = this.#place.url();
      try {
        return await super.connect();
      } catch (error) {
        // Whoever only waited for a free connection waits no longer.
        if (turnsLeft <= 0 || this.#place.url() === before) throw error;
      }
    }
  }

  override connect = ((callback?: Parameters<Pool["connect"]>[0]) => {
    const reaching = this.#reach();
    if (callback === undefined) return reaching;
    reaching.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }) as Pool["connect"];
}
