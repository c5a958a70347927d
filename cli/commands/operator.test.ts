import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-server/testing";
import { portalMigrations } from "@sekimori/portal-server/migrations";
import type { Tables } from "@sekimori/portal-server/tables";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
const run = promisify(execFile);
const secret = randomBytes(32).toString("base64url");

// Each test starts whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase<Tables>;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
});
afterAll(() => database.close());

/** Runs the command line as an operator does. */
async function sekimori(args: readonly string[], changes: Readonly<Record<string, string>> = {}) {
  const environment = {
    PATH: process.env.PATH ?? "",
    SEKIMORI_MODE: "development",
    DATABASE_URL: database.url,
    SMTP_URL: "smtp://127.0.0.1:9",
    PORTAL_ORIGIN: "http://localhost:3000",
    PORTAL_SECRET: secret,
    PORTAL_LOOKUP_SECRET: secret,
    PORTAL_DATA_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    PAYMENT_PROVIDER: "sandbox",
    PAYMENT_API_ORIGIN: "http://localhost:3002",
    PAYMENT_FIELDS_URL: "http://localhost:3002/payment/fields",
    PAYMENT_PUBLISHABLE_KEY: "pk",
    PAYMENT_SECRET_KEY: "sk",
    PAYMENT_WEBHOOK_SECRET: "whs",
    LOG_LEVEL: "error",
    ...changes,
  };
  return run(process.execPath, [main, ...args], { env: environment }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

describe("sekimori operator", () => {
  test("verifies an empty audit log and says so", async () => {
    const { code, stdout } = await sekimori(["operator", "audit", "verify"]);
    expect(stdout).toContain("0 events, the chain is whole.");
    expect(code).toBe(0);
  });

  test("publishes a notice and takes it back, once", async () => {
    const { stdout } = await sekimori([
      "operator",
      "notices",
      "publish",
      ...["--title-ja", "停止のお知らせ", "--title-en", "Maintenance"],
      ...["--body-ja", "本文", "--body-en", "Body"],
    ]);
    const id = /Published as ([0-9a-f-]{36})/.exec(stdout)?.[1] ?? "";
    const rows = await database.db.selectFrom("portal.notice").select("title_ja").execute();
    expect(rows).toEqual([{ title_ja: "停止のお知らせ" }]);
    expect((await sekimori(["operator", "notices", "withdraw", id])).code).toBe(0);
    const again = await sekimori(["operator", "notices", "withdraw", id]);
    expect(again).toMatchObject({ code: 1, stdout: "No such notice.\n" });
  });

  test("says that an address has no account", async () => {
    const found = await sekimori(["operator", "accounts", "find", "nobody@people.example"]);
    expect(found).toMatchObject({ code: 1, stdout: "No open account has this address.\n" });
  });

  test("registers what an application may ask for, lists it, and names what there is not", async () => {
    const add = (id: string, ...scopes: readonly string[]) =>
      sekimori([
        ...["operator", "clients", "add", "--id", id, "--name", "Karte"],
        ...["--redirect-uri", "https://karte.example/callback"],
        ...scopes.flatMap((scope) => ["--scope", scope]),
      ]);
    expect(await add("narrow", "email", "plan")).toMatchObject({ code: 0, stderr: "" });
    expect(await add("wide")).toMatchObject({ code: 0, stderr: "" });
    const { stdout } = await sekimori(["operator", "clients", "list"]);
    expect(stdout).toBe(
      `narrow  Karte (third party, secret)
    https://karte.example/callback
    scopes: openid email plan
wide  Karte (third party, secret)
    https://karte.example/callback
    scopes: all
`,
    );
    const refused = await add("other", "email", "calendar");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toBe(
      "scopes.1: “calendar” is not a scope of this portal: openid, profile, email, address, plan, organization, offline_access\n",
    );
  });
});

describe("a database that cannot be used", () => {
  const commands = [
    ["operator", "audit", "verify"],
    ["operator", "accounts", "find", "nobody@people.example"],
    ["operator", "clients", "list"],
    ["operator", "keys", "rotate"],
    ["operator", "data-keys", "rotate"],
    ["migrate"],
    ["worker"],
  ];
  test.each(commands)("is said in one sentence by %s %s", async (...args) => {
    const url = "postgres://localhost:1/sekimori";
    const { code, stdout, stderr } = await sekimori(args, { DATABASE_URL: url });
    expect(stderr).toMatch(
      /^DATABASE_URL names a database that cannot be used: .*ECONNREFUSED.*\.\n$/,
    );
    expect([code, stdout]).toEqual([1, ""]);
  });

  test.each([
    ["does not exist", "/nowhere", /cannot be used: database "nowhere" does not exist\.\n$/],
    ["was never migrated", "/postgres", /is not up to date; run “sekimori migrate”\.\n$/],
  ])("and when it %s", async (_, path, sentence) => {
    const url = new URL(database.url);
    url.pathname = path;
    const { code, stderr } = await sekimori(["operator", "clients", "list"], {
      DATABASE_URL: url.href,
    });
    expect(stderr).toMatch(sentence);
    expect([code, stderr.split("\n").length]).toEqual([1, 2]);
  });
});

describe("settings", () => {
  test("production refuses the sandbox and plain http, in sentences", async () => {
    const { code, stdout } = await sekimori(["doctor"], {
      SEKIMORI_MODE: "production",
      DATABASE_URL: "postgres://portal@database.example/sekimori?sslmode=require",
    });
    expect(code).toBe(1);
    expect(stdout).toContain("DATABASE_URL must end with ?sslmode=verify-full in production.");
    expect(stdout).toContain("PORTAL_ORIGIN must begin with https:// in production.");
    expect(stdout).toContain("PAYMENT_PROVIDER must not be the sandbox in production.");
  });

  test("a missing one is named, and its process does not start", async () => {
    const { code, stderr } = await sekimori(["portal"], { PORTAL_SECRET: "" });
    expect(code).toBe(1);
    expect(stderr).toBe("PORTAL_SECRET is required.\n");
  });

  test("doctor finds a mail server that is not there", async () => {
    const { code, stdout } = await sekimori(["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toContain("✓ database");
    expect(stdout).toContain("✓ migrations");
    expect(stdout).toContain("✗ mail: SMTP_URL cannot be used");
  });
});
