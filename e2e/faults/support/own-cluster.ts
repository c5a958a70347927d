import { appendFile, chmod, copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@sekimori/kit-development/postgres";
import { restoreCluster } from "@sekimori/kit-development/postgres/restore";
import { addressAs, ensureOwnerRole } from "@sekimori/kit-development/testing/owner-role";
import { backUpCluster } from "@sekimori/kit-server/backup";
import { createLogger } from "@sekimori/kit-server/logger";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import { Client } from "pg";

const logger = createLogger({ name: "cluster", level: "silent" });

/** A PostgreSQL of a test's own, which writes to the disk as in production, and may be killed. */
export class OwnCluster {
  readonly #folder: string;
  #server: EmbeddedPostgres;

  private constructor(folder: string, server: EmbeddedPostgres) {
    this.#folder = folder;
    this.#server = server;
  }

  /** @param older a PostgreSQL older than 18 */
  static async start(older?: 16 | 17): Promise<OwnCluster> {
    const folder = await mkdtemp(join(tmpdir(), "sekimori-faults-"));
    await chmod(folder, 0o755);
    const dataDir = join(folder, "cluster");
    return new OwnCluster(folder, await startEmbeddedPostgres({ dataDir, logger, older }));
  }

  /** As its superuser. */
  get url(): string {
    return this.#server.url;
  }

  /** The database as an owner who is no superuser. */
  async ownedDatabase(): Promise<string> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      const owner = await ensureOwnerRole(client, portalMigrations);
      await client.query(`alter database sekimori owner to ${owner.name}`);
      return addressAs(owner, this.url, "sekimori");
    } finally {
      await client.end();
    }
  }

  /** Host and port, as an address names them. */
  get place(): string {
    return new URL(this.url).host;
  }

  /**
   * Another server that follows this one, and without which this one answers no commit: from now on
   * what was answered is on both.
   */
  async synchronousStandby(): Promise<OwnCluster> {
    const standby = await this.standby();
    await this.#ask("alter system set synchronous_standby_names = '*'");
    await this.#ask("select pg_reload_conf()");
    await this.#until("select from pg_stat_replication where sync_state = 'sync'");
    return standby;
  }

  /** Another server that follows this one, by streaming. */
  async standby(): Promise<OwnCluster> {
    const folder = await mkdtemp(join(tmpdir(), "sekimori-standby-"));
    await chmod(folder, 0o755);
    const [dataDir, copy] = [join(folder, "cluster"), join(folder, "copy")];
    const { hostname, port, username, password } = new URL(this.url);
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      await client.query("select pg_create_physical_replication_slot('standby', true)");
      await backUpCluster(this.url, copy, new Date());
      const passwordFile = join(folder, "password");
      await copyFile(`${this.#server.dataDir}.password`, passwordFile);
      await restoreCluster({ from: copy, passwordFile, dataDir, logger });
      await appendFile(
        join(dataDir, "postgresql.auto.conf"),
        `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'
primary_slot_name = 'standby'
`,
      );
      await writeFile(join(dataDir, "standby.signal"), "", { mode: 0o644 });
      const standby = new OwnCluster(folder, await startEmbeddedPostgres({ dataDir, logger }));
      await this.#until("select from pg_stat_replication where state = 'streaming'");
      return standby;
    } finally {
      await client.end();
    }
  }

  /** As its superuser. */
  async #ask(statement: string): Promise<number | null> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query(statement)).rowCount;
    } finally {
      await client.end();
    }
  }

  /** Asks until there is a row. */
  async #until(statement: string): Promise<void> {
    while ((await this.#ask(statement)) === 0) await setTimeout(50);
  }

  /** Makes a standby the server that takes writes, as whoever watches over both does. */
  async promote(): Promise<void> {
    await this.#ask("select pg_promote()");
  }

  /** A standby receives what it follows, and shows nothing more of it. */
  async pauseReplay(): Promise<void> {
    await this.#ask("select pg_wal_replay_pause()");
    await this.#until("select where pg_get_wal_replay_pause_state() = 'paused'");
  }

  async resumeReplay(): Promise<void> {
    await this.#ask("select pg_wal_replay_resume()");
  }

  /** SIGKILL to the server; its children end by themselves. */
  kill(): void {
    process.kill(this.#server.pid, "SIGKILL");
  }

  /** PostgreSQL's fast shutdown. */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** Stops (or lets go on) every process of the server where it stands. */
  freeze(signal: "SIGSTOP" | "SIGCONT", children: readonly number[]): void {
    for (const pid of [this.#server.pid, ...children]) {
      try {
        process.kill(pid, signal);
      } catch {
        // A child that has ended meanwhile.
      }
    }
  }

  /** Process ids of the connections' servers. */
  async children(): Promise<number[]> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity");
    await client.end();
    return rows.map(({ pid }) => pid);
  }

  /**
   * Starts it again at the same port, as a supervisor does: again and again until it runs,
   * because the killed one's children may still hold its memory.
   */
  async restart(): Promise<void> {
    const { port, dataDir } = this.#server;
    const giveUpAt = Date.now() + 300_000;
    for (;;) {
      try {
        this.#server = await startEmbeddedPostgres({ dataDir, port, logger });
        return;
      } catch (error) {
        if (Date.now() > giveUpAt) throw error;
      }
    }
  }

  async remove(): Promise<void> {
    await this.#server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
