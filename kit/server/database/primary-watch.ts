import type { Client } from "pg";
import { type ConnectionOptions, ownConnection } from "./connections.ts";
import { cutOff } from "./cut-off.ts";
import { type DatabasePlace, databasePlace, placedClient } from "./placed-pool.ts";
import { type WhichServer, whichServer } from "./which-server.ts";

/** What the server that takes writes says of itself. */
export interface PrimaryWord extends Pick<WhichServer, "system" | "server"> {
  /** How far its log is on the disk: replicas are sent no more. */
  readonly flushed: string;
  /** How far its log goes: at least to what has been committed. */
  readonly inserted: string;
  /** When it was asked (`performance.now`). */
  readonly askedAt: number;
}

interface PrimaryOptions extends ConnectionOptions {
  /** Past any pooler. */
  readonly url: string;
  /** Asks each new connection before its first statement; throws to refuse it. */
  readonly admit: (client: Pick<Client, "query">) => Promise<void>;
  /** So long it may take to say anything. */
  readonly patienceMs: number;
}

/**
 * Asks the server that takes writes how far its log goes, on a connection of its own: one that is
 * busy is asked all the same, and nobody waits here for a connection of the pool.
 */
export class PrimaryWatch {
  readonly #options: PrimaryOptions;
  readonly #place: DatabasePlace;
  #client: Client | undefined;
  #server: WhichServer | undefined;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<PrimaryWord> | undefined;
  #isClosed = false;

  constructor(options: PrimaryOptions) {
    this.#options = options;
    this.#place = databasePlace(options.url);
  }

  /**
   * Whoever asks while an answer is under way shares the next one: it tells of all that was committed
   * by now, and a thousand changes at once cost two questions.
   *
   * @throws what `pg` throws
   */
  ask(): Promise<PrimaryWord> {
    this.#next ??= this.#askNext();
    return this.#next;
  }

  async #askNext(): Promise<PrimaryWord> {
    await this.#underWay.catch(() => undefined);
    const asking = this.#ask();
    this.#underWay = asking;
    this.#next = undefined;
    return asking;
  }

  async #ask(): Promise<PrimaryWord> {
    const tooLong = setTimeout(() => this.#drop(), this.#options.patienceMs);
    try {
      const client = this.#client ?? (await this.#connect());
      if (this.#server === undefined) throw new Error("The primary does not say who it is.");
      const { system, server } = this.#server;
      const askedAt = performance.now();
      const { rows } = await client.query<{ flushed: string; inserted: string }>(
        `select pg_current_wal_flush_lsn()::text as flushed,
           pg_current_wal_insert_lsn()::text as inserted`,
      );
      const [{ flushed, inserted } = { flushed: "", inserted: "" }] = rows;
      return { system, server, flushed, inserted, askedAt };
    } catch (error) {
      this.#drop();
      throw error;
    } finally {
      clearTimeout(tooLong);
    }
  }

  async #connect(): Promise<Client> {
    if (this.#isClosed) throw new Error("The primary is not watched any more.");
    const { admit, patienceMs } = this.#options;
    const Placed = placedClient(this.#place);
    const client = new Placed({
      ...ownConnection(this.#options),
      connectionTimeoutMillis: patienceMs,
      connectionString: this.#place.url(),
    });
    const lost = () => {
      if (this.#client === client) this.#drop();
    };
    client.on("error", lost);
    client.on("end", lost);
    this.#client = client;
    await client.connect();
    await admit(client);
    this.#server = await whichServer(client);
    return client;
  }

  #drop(): void {
    if (this.#client !== undefined) cutOff(this.#client);
    this.#client = undefined;
    this.#server = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }
}
