import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { Client } from "pg";

const PATH = `${process.env.PATH}:/usr/sbin`;

/** Whether this machine has PgBouncer. */
export const hasPooler =
  spawnSync("sh", ["-c", "command -v pgbouncer"], { env: { PATH } }).status === 0;

/** A PgBouncer in transaction mode, as Debian's, before one server. */
export interface Pooler {
  /** `address` by way of it. */
  through(address: string): string;
  /** Has every connection to the server opened anew, as an operator does. */
  reconnect(): Promise<void>;
  stop(): Promise<void>;
}

/** Few, so that those who come through it must share. */
const serverConnections = 6;

/**
 * @param address of any database of the server
 * @param forgiving takes the settings that a client wants at the start, and forgets them
 */
export async function startPooler(address: string, forgiving = false): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "sekimori-pooler-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { hostname, port: serverPort, username, password } = new URL(address);
  const ignored = ["extra_float_digits"];
  if (forgiving) {
    ignored.push("options", "statement_timeout", "lock_timeout");
    ignored.push("idle_in_transaction_session_timeout");
  }
  const users = join(folder, "users.txt");
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
admin_users = ${decodeURIComponent(username)}
pool_mode = transaction
default_pool_size = ${serverConnections}
max_client_conn = 500
ignore_startup_parameters = ${ignored.join(",")}
`,
  );
  const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", [...asNobody, file], {
    env: { PATH },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-10_000);
  });
  const ended = once(child, "exit");
  const through = (way: string) => {
    const url = new URL(way);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  const administer = async (command: string) => {
    const url = new URL(through(address));
    url.pathname = "/pgbouncer";
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(command);
    } finally {
      await client.end();
    }
  };
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended:\n${said}`);
    try {
      await administer("show version");
      break;
    } catch (error) {
      if (!/ECONNREFUSED/.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    through,
    reconnect: () => administer("reconnect"),
    async stop() {
      child.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
