import { Socket } from "node:net";
import type { Client, ClientConfig, Pool } from "pg";
import type { Logger } from "../logger/logger.ts";
import { type DatabasePlace, placedClient } from "./placed-pool.ts";

/** Most connections of one pipeline. */
const width = 4;
/** Unanswered statements on a connection before the next one takes its share. */
const depth = 16;
/** A statement waits this long for another's lock before it stops keeping those behind it. */
const lockWaitMs = 100;
/**
 * Statements here find their rows by key. A plan made while a table was still empty would read the
 * whole of it, and is kept until its statistics are: on a new installation for minutes.
 */
const byKeyOnly = "-c enable_seqscan=off";
/** Beyond the server's own time for a statement: then its connection is taken for dead and dropped. */
const graceMs = 2_000;

/**
 * Errors after which nothing of the statement has happened and a connection of its own may well
 * succeed: it would have had to wait for a lock (55P03), or its prepared form is older than the
 * last migration (0A000).
 */
const worthAnotherTry = new Set<unknown>(["55P03", "0A000"]);

/**
 * Runs short statements on a few shared connections without waiting for one answer before the next
 * question. Its answers come back in few reads, so a busy process spends a fraction of what a
 * connection for each would cost it.
 *
 * Each statement is its own transaction. It has to be quick, because those behind it wait: one
 * that meets a locked row is run again on a connection of the pool.
 */
export interface Pipeline {
  /** @throws what `pg` throws: the server's error, or the loss of the connection. */
  query<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Waits for what was asked, then closes every connection. */
  close(): Promise<void>;
}

/** Asked of each new connection before its first statement; throws to refuse it. */
type Admit = (client: Pick<Client, "query">) => Promise<void>;

/** The connection was never there, so that nothing of the statement has happened. */
class NeverAsked extends Error {
  override readonly cause: unknown;
  constructor(cause: unknown) {
    super("The database was not reached.");
    this.cause = cause;
  }
}

class SharedConnection {
  unanswered = 0;
  readonly #socket = new Socket();
  readonly #client: Client;
  readonly #connecting: Promise<void>;
  #isConnected = false;

  /** @param onLost called once or more when the connection cannot be used again. */
  constructor(
    Placed: typeof Client,
    config: ClientConfig,
    admit: Admit | undefined,
    onLost: (error?: Error) => void,
  ) {
    const stream = () => this.#socket;
    this.#client = new Placed({
      ...config,
      pipeline: true,
      lock_timeout: lockWaitMs,
      options: [config.options, byKeyOnly].filter(Boolean).join(" "),
      // Others share it, so a connection that went silent must not be waited on for ever.
      ...(config.statement_timeout ? { query_timeout: config.statement_timeout + graceMs } : {}),
      stream,
    });
    this.#client.on("error", onLost);
    this.#client.on("end", () => onLost());
    this.#connecting = this.#connect(admit);
    // Each statement that waits for it learns of a failure by itself.
    this.#connecting.catch(onLost);
  }

  async #connect(admit: Admit | undefined): Promise<void> {
    await this.#client.connect();
    try {
      await admit?.(this.#client);
    } catch (error) {
      await this.#client.end();
      throw error;
    }
    this.#isConnected = true;
  }

  /** Known a moment before the connection's end is told. */
  get isLost(): boolean {
    return this.#socket.destroyed;
  }

  async query<Row extends object>(text: string, values: readonly unknown[]) {
    this.unanswered += 1;
    try {
      if (!this.#isConnected) {
        try {
          await this.#connecting;
        } catch (cause) {
          throw new NeverAsked(cause);
        }
      }
      return await this.#client.query<Row>(text, [...values]);
    } finally {
      this.unanswered -= 1;
    }
  }

  async close(): Promise<void> {
    await this.#connecting.then(() => this.#client.end()).catch(() => undefined);
  }
}

/**
 * @param config how its connections are opened
 * @param place where they go
 * @param pool where a statement goes that must wait
 * @param admit asks each new connection before its first statement
 */
export function createPipeline(
  config: ClientConfig,
  place: DatabasePlace,
  pool: Pool,
  logger: Logger,
  admit?: Admit,
): Pipeline {
  const Placed = placedClient(place);
  const hasOthers = place.hosts.urls.length > 1;
  const connections = new Set<SharedConnection>();

  const open = (): SharedConnection => {
    const connection = new SharedConnection(Placed, config, admit, (error) => {
      if (!connections.delete(connection)) return;
      logger.warn({ err: error }, "database connection lost");
    });
    connections.add(connection);
    return connection;
  };

  // The first that has room, so that under light load all share one.
  const choose = (): SharedConnection => {
    let least: SharedConnection | undefined;
    for (const connection of connections) {
      if (connection.isLost) continue;
      if (connection.unanswered < depth) return connection;
      if (least === undefined || connection.unanswered < least.unanswered) least = connection;
    }
    return least === undefined || connections.size < width ? open() : least;
  };

  return {
    async query<Row extends object>(text: string, values: readonly unknown[]) {
      try {
        return (await choose().query<Row>(text, values)).rows;
      } catch (failure) {
        const error = failure instanceof NeverAsked ? failure.cause : failure;
        const isUnasked = failure instanceof NeverAsked && hasOthers;
        const isWorthIt =
          error instanceof Error && "code" in error && worthAnotherTry.has(error.code);
        // The pool goes on to the next server.
        if (!isUnasked && !isWorthIt) throw error;
        return (await pool.query<Row>(text, [...values])).rows;
      }
    },
    async close() {
      const open = [...connections];
      connections.clear();
      await Promise.all(open.map((connection) => connection.close()));
    },
  };
}

/**
 * Through a pooler in transaction mode a connection cannot be kept busy with several statements: each
 * goes the way of the pool.
 */
export function pooledPipeline(pool: Pool): Pipeline {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[]) =>
      (await pool.query<Row>(text, [...values])).rows,
    close: async () => undefined,
  };
}
