import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import type { Tables } from "@sekimori/portal-server/tables";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { operatorEnvironment } from "../testing/operator-environment.ts";
import { runOperator as run } from "../testing/run-operator.ts";
import { servingUrl } from "../testing/serving-url.ts";
import { consoleFindings } from "./doctor-console.ts";

// Setting up the console by commands, as the handbook has it, on the role that serves.

const accounts = [randomUUID(), randomUUID(), randomUUID()] as const;
let database: TestDatabase<Tables>;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  url = await servingUrl(database, portalFence);
  for (const account of accounts) {
    await database.pool.query(
      `insert into portal.account (id, email_digest, personal, user_type, language,
         is_agree_service, created_at) values ($1::uuid, $1::text, '', '2', 'ja', true, now())`,
      [account],
    );
  }
});
afterAll(() => database.close());

beforeEach(() => {
  const environment = {
    ...operatorEnvironment(url),
    CONSOLE_ORIGIN: "https://console.example",
    CONSOLE_CLIENT_SECRET: "a secret of the console's for tests, and for nothing else",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const by = ["--operator", "Sato"];
const add = (account: string, name: string, ...roles: readonly string[]) =>
  run("staff", "add", account, "--name", name, "--role", ...roles, ...by);

const problems = async () =>
  (await consoleFindings(process.env)).map(({ subject, problem }) => [subject, problem]);

test("the doctor asks for a registration and an administrator until both are there", async () => {
  expect(await problems()).toEqual([
    ["sign-in: the console's registration", expect.stringMatching(/clients add --preset console/)],
    ["staff", expect.stringMatching(/operator staff add/)],
  ]);
  const added = await run("clients", "add", "--preset", "console", "--json", ...by);
  expect(JSON.parse(added.text)).toMatchObject({
    client_id: "console",
    client_secret: expect.stringMatching(/^\S{32,}$/),
  });
  vi.stubEnv("CONSOLE_ORIGIN", "https://other.example");
  expect((await problems())[0]).toEqual([
    "sign-in: the console's registration",
    expect.stringMatching(/other\.example.*clients update console --preset console/),
  ]);
  vi.stubEnv("CONSOLE_ORIGIN", "https://console.example");
  expect(await add(accounts[0], "Hanako", "administrator")).toEqual({
    text: "Hanako is administrator.",
    code: 0,
  });
  expect((await problems()).map(([, problem]) => problem)).toEqual([null, null]);
});

test("a third administrator is refused, other roles are not, and who is removed is gone", async () => {
  expect((await add(accounts[1], "Ken", "administrator", "support")).code).toBe(0);
  expect(await add(accounts[2], "Aoi", "administrator")).toEqual({
    text: "There are two administrators; no command appoints a third.",
    code: 1,
  });
  expect(await add(accounts[2], "Ken", "auditor")).toEqual({
    text: "Somebody else works under this name.",
    code: 1,
  });
  expect((await add(accounts[2], " ", "auditor")).text).toMatch(/^--name: /);
  expect((await add(accounts[2], "Aoi", "auditor")).code).toBe(0);
  expect((await run("staff", "list")).text).toMatch(
    new RegExp(
      `^${accounts[2]} {2}Aoi: auditor, since \\d{4}-\\d\\d-\\d\\d, by Sato, never seen$`,
      "m",
    ),
  );
  expect((await run("staff", "remove", accounts[1], ...by)).text).toMatch(/^Works there no more/);
  expect(await run("staff", "remove", accounts[1], ...by)).toEqual({
    text: "This account does not work at the console.",
    code: 1,
  });
  const { text } = await run("staff", "list", "--json");
  expect(JSON.parse(text).map(({ name }: { name: string }) => name)).toEqual(["Aoi", "Hanako"]);
});
