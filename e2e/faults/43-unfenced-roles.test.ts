import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { karteFence, karteMigrations } from "@sekimori/karte-server/migrations";
import { prepareServingRole } from "@sekimori/kit-development/serving-role";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import { openDatabase } from "@sekimori/kit-server/database";
import { createLogger } from "@sekimori/kit-server/logger";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freshDatabase } from "./support/databases.ts";
import { report } from "./support/figures.ts";
import { main, runtime } from "./support/running-process.ts";
import { productSettings } from "./support/world.ts";

// Processes started as roles that policies, grants or ownership do not hold: the owner of the tables,
// a superuser, one that bypasses policies, and one that only may switch to the owner.

const processes = ["portal", "worker", "karte web", "karte worker"] as const;
const databases = { portal: "", karte: "" };
const roles = ["superuser", "owner", "bypassing", "member"] as const;
const password = "only-for-tests";
const named = (role: string) => `${role}_${suffix}`;
const suffix = randomBytes(6).toString("hex");
const logger = createLogger({ name: "test", level: "silent" });

const addressOf = (url: string, role: string) => {
  const changed = new URL(url);
  changed.username = named(role);
  changed.password = password;
  return changed.href;
};

/** A database's address as the server's superuser, whoever owns it. */
function superuserUrl(database: string): string {
  const url = new URL(inject("postgresUrl"));
  url.pathname = new URL(database).pathname;
  return url.href;
}

async function asSuperuser(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl(url) });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  const server = inject("postgresUrl");
  databases.portal = await freshDatabase(server, portalMigrations);
  databases.karte = await freshDatabase(server, karteMigrations);
  await asSuperuser(
    server,
    `create role ${named("superuser")} login superuser password '${password}';
     create role ${named("owner")} login bypassrls password '${password}';
     create role ${named("bypassing")} login bypassrls password '${password}';
     create role ${named("member")} login password '${password}';
     grant ${named("owner")} to ${named("member")}`,
  );
  for (const [fence, url] of [
    [portalFence, databases.portal],
    [karteFence, databases.karte],
  ] as const) {
    const [schema] = fence.schemas;
    await asSuperuser(
      url,
      `do $$ declare one record; begin
         for one in select oid::regclass as name from pg_class
           where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'p') loop
           execute format('alter table %s owner to ${named("owner")}', one.name);
         end loop; end $$`,
    );
    const owner = openDatabase({ url: superuserUrl(url), logger, poolSize: 1 });
    for (const role of ["bypassing", "member"]) {
      await prepareServingRole(owner, url, { ...fence, role: named(role), password });
      if (role === "bypassing") await owner.pool.query(`alter role ${named(role)} bypassrls`);
    }
    await owner.close();
  }
});
afterAll(async () => {
  const { portal, karte } = databases;
  for (const url of [portal, karte]) {
    const all = roles.map(named).join(", ");
    await asSuperuser(url, `reassign owned by ${all} to current_user; drop owned by ${all}`);
  }
  await asSuperuser(portal, `drop role ${roles.map(named).join(", ")}`);
});

/** What a process that was started prints and how it ends; one that serves is ended and said so. */
async function outcomeOf(command: string, environment: Readonly<Record<string, string>>) {
  const port = await freePort();
  const args = command === "doctor" ? ["doctor"] : command.split(" ").slice(0, 1);
  const [, part] = command.split(" ");
  if (part !== undefined) args.push("--only", part);
  return new Promise<{ readonly code: number | string; readonly printed: string }>((resolve) => {
    execFile(
      runtime,
      [main, ...args],
      { env: { ...process.env, ...environment, LISTEN_PORT: String(port) }, timeout: 90_000 },
      (error, stdout, stderr) =>
        resolve({ code: error?.code ?? (error ? "served" : 0), printed: stdout + stderr }),
    );
  });
}

const key = Buffer.alloc(32, 7).toString("base64");
function environmentOf(url: { readonly portal: string; readonly karte: string }) {
  return {
    ...productSettings({
      servingUrl: url.portal,
      origin: "http://localhost:3000",
      smtpPort: 9,
      paymentOrigin: "http://localhost:9",
      sandboxOrigin: "http://localhost:9",
    }),
    KARTE_DATABASE_URL: url.karte,
    KARTE_ORIGIN: "http://localhost:3001",
    KARTE_CLIENT_SECRET: "a client secret of a process that never starts",
    KARTE_SECRET: "a secret of a process that never starts at all",
    KARTE_DATA_KEYS: `k1:${key}`,
  };
}

test("no process starts as a role that nothing holds, and doctor says which", async () => {
  let started = 0;
  let served = 0;
  for (const role of roles) {
    const environment = environmentOf({
      portal: addressOf(databases.portal, role),
      karte: addressOf(databases.karte, role),
    });
    const [doctor, ...outcomes] = await Promise.all(
      (["doctor", ...processes] as const).map((command) => outcomeOf(command, environment)),
    );
    for (const [index, { code, printed }] of outcomes.entries()) {
      const command = processes[index] ?? "";
      const setting = command.startsWith("karte") ? "KARTE_DATABASE_URL" : "DATABASE_URL";
      if (code !== 1) started += 1;
      if (/"msg":"(listening|working)"/.test(printed)) served += 1;
      expect(printed, `${command} as ${role}`).toMatch(
        new RegExp(`^${setting} names the role “${named(role)}”, which .+\\n$`),
      );
    }
    for (const setting of ["DATABASE_URL", "KARTE_DATABASE_URL"]) {
      expect(doctor?.printed).toContain(`✗ role of ${setting}: ${setting} names the role`);
    }
  }
  report("43", { roles: roles.length, processes: processes.length, started, served });
  expect([started, served]).toEqual([0, 0]);
}, 300_000);
