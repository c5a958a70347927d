import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { capturedLog } from "../testing/sample-server.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

const run = promisify(execFile);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sekimori-cluster-"));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Whether a process runs; one that ended but was not collected by its parent does not. */
async function isRunning(pid: number): Promise<boolean> {
  const { stdout } = await run("ps", ["-o", "stat=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

const dead = async (pid: number): Promise<void> => {
  // `tail --pid` returns when the process has ended.
  await run("tail", [`--pid=${pid}`, "-f", "/dev/null"]);
};

test("keeps its data from one start to the next, and the second start makes no cluster again", async () => {
  const { logger } = capturedLog();
  const dataDir = join(folder, "pg");
  const cluster = "select system_identifier::text as id from pg_control_system()";
  const first = await startEmbeddedPostgres({ dataDir, logger });
  const made = await query(first.url, cluster);
  await query(first.url, "create table kept as select 42 as answer");
  expect(await query(first.url, "show fsync")).toEqual([{ fsync: "on" }]);
  await first.stop();
  const second = await startEmbeddedPostgres({ dataDir, logger });
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  expect(await query(second.url, cluster)).toEqual(made);
  await second.stop();
});

test("starts after the server was killed, stale postmaster.pid and all", async () => {
  const { logger } = capturedLog();
  const dataDir = join(folder, "pg");
  const first = await startEmbeddedPostgres({ dataDir, logger });
  await query(first.url, "create table kept as select 42 as answer");
  process.kill(first.pid, "SIGKILL");
  await dead(first.pid);
  await first.stop();
  expect(await readFile(join(dataDir, "postmaster.pid"), "utf8")).toContain(String(first.pid));
  const second = await startEmbeddedPostgres({ dataDir, logger });
  expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await second.stop();
});

/** A server whose starter ends by SIGKILL, after the guard that would stop it if so wanted. */
async function orphanOf(dataDir: string, isGuarded: boolean): Promise<number> {
  const script = `
    const { execFileSync } = await import("node:child_process");
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, "embedded-postgres.ts"))});
    const { createLogger } = await import("@sekimori/kit-server/logger");
    const logger = createLogger({ name: "child", level: "silent" });
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, logger });
    if (!${isGuarded}) {
      const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
      const guard = children.split("\\n").find((line) => line.includes("read -r"));
      process.kill(Number.parseInt(guard, 10), "SIGKILL");
    }
    process.stdout.write(String(server.pid), () => process.kill(process.pid, "SIGKILL"));`;
  const child = await run(process.execPath, ["--input-type=module", "-e", script]).catch(
    (killed: { stdout: string; signal: string }) => killed,
  );
  const orphan = Number(child.stdout);
  expect(orphan).toBeGreaterThan(0);
  return orphan;
}

test("a server whose starter is killed ends by itself, in good order", async () => {
  const dataDir = join(folder, "pg");
  await dead(await orphanOf(dataDir, true));
  // PostgreSQL removes it when it has shut down.
  await expect(readFile(join(dataDir, "postmaster.pid"), "utf8")).rejects.toThrow("ENOENT");
});

test("takes over from a starter that was killed and left its server running", async () => {
  const dataDir = join(folder, "pg");
  const orphan = await orphanOf(dataDir, false);
  expect(await isRunning(orphan)).toBe(true);
  const log = capturedLog();
  const server = await startEmbeddedPostgres({ dataDir, logger: log.logger });
  expect(await isRunning(orphan)).toBe(false);
  expect(log.text()).toContain("left behind");
  expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await server.stop();
});

test("refuses a cluster that another living process uses", async () => {
  const { logger } = capturedLog();
  const dataDir = join(folder, "pg");
  const server = await startEmbeddedPostgres({ dataDir, logger });
  await writeFile(`${dataDir}.owner`, String(process.ppid));
  await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(
    `is in use by process ${process.ppid}`,
  );
  await server.stop();
});

/** Rows whose trigrams an index knows, in a database that knows Japanese letters or does not. */
const findJapanese = async (url: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set enable_seqscan = off");
    return (await client.query("select name from site where name % '脆弱性診断'")).rows;
  } finally {
    await client.end();
  }
};

test("knows trigrams of Japanese, and sorts as everywhere", async () => {
  const { logger } = capturedLog();
  const server = await startEmbeddedPostgres({ dataDir: join(folder, "pg"), logger });
  await query(server.url, "create extension pg_trgm");
  const [row] = await query(
    server.url,
    "select cardinality(show_trgm('脆弱性診断')) as n, 'a' > 'Z' as bytewise, upper('é') as upper",
  );
  expect(row).toEqual({ n: 6, bytewise: true, upper: "É" });
  await server.stop();
});

test("a cluster that was made without a UTF-8 character type gets one, once", async () => {
  const log = capturedLog();
  const dataDir = join(folder, "pg");
  const old = await startEmbeddedPostgres({ dataDir, logger: log.logger });
  await query(old.url, "update pg_database set datctype = 'C'");
  await query(old.url, "create extension pg_trgm; create table site (name text)");
  await query(old.url, "create index site_name on site using gin (name gin_trgm_ops)");
  await query(old.url, "insert into site values ('脆弱性診断サービス'), ('見積もり')");
  expect(await findJapanese(old.url)).toEqual([]);
  await old.stop();

  const upgraded = await startEmbeddedPostgres({ dataDir, logger: log.logger });
  expect(await findJapanese(upgraded.url)).toEqual([{ name: "脆弱性診断サービス" }]);
  expect(await query(upgraded.url, "select from pg_database where datctype = 'C'")).toEqual([]);
  await query(upgraded.url, "create database another");
  await upgraded.stop();

  const after = log.lines.length;
  const again = await startEmbeddedPostgres({ dataDir, logger: log.logger });
  expect(JSON.stringify(log.lines.slice(after))).not.toContain("letters of every script");
  await again.stop();
});

test("listens on the loopback address only", async () => {
  const { logger } = capturedLog();
  const server = await startEmbeddedPostgres({ dataDir: join(folder, "pg"), logger });
  expect(await query(server.url, "show listen_addresses")).toEqual([
    { listen_addresses: "127.0.0.1" },
  ]);
  expect(await query(server.url, "show unix_socket_directories")).toEqual([
    { unix_socket_directories: "" },
  ]);
  await server.stop();
});

test.runIf(process.getuid?.() === 0)(
  "as root, keeps the cluster elsewhere when the user postgres cannot enter the folder",
  async () => {
    const closed = join(folder, "closed");
    await mkdir(closed, { mode: 0o700 });
    const log = capturedLog();
    const server = await startEmbeddedPostgres({ dataDir: join(closed, "pg"), logger: log.logger });
    try {
      expect(server.dataDir).toMatch(/^\/var\/lib\/sekimori\/[0-9a-f]{12}\/pg$/);
      expect(log.text()).toContain("cannot enter the wanted folder");
      expect((await stat(server.dataDir)).isDirectory()).toBe(true);
      expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    } finally {
      await server.stop();
      await rm(join(server.dataDir, ".."), { recursive: true, force: true });
    }
  },
);
