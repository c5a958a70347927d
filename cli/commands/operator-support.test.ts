import { generateKeyPairSync, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import { sealPersonalData } from "@sekimori/portal-server/personal-data";
import type { Tables } from "@sekimori/portal-server/tables";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { dataKey, operatorEnvironment } from "../testing/operator-environment.ts";
import { runOperator } from "../testing/run-operator.ts";
import { servingUrl } from "../testing/serving-url.ts";

// What support does by commands, on the role that serves: which owns nothing.

const account = randomUUID();
let database: TestDatabase<Tables>;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  url = await servingUrl(database, portalFence);
  const information = {
    userType: "2",
    lastName: "山本",
    firstName: "花子",
    postalCode: "1000001",
    addrState: "13",
    addrCity: "千代田区",
    addrLine1: "1-1",
    addrLine2: "",
  } as const;
  const sealer = createSealer(parseKeyring(dataKey("k1", 7)));
  const personal = sealPersonalData(sealer, account, { email: "h@example.com", information });
  await database.pool.query(
    `insert into portal.account (id, email_digest, personal, user_type, language, is_agree_service,
       created_at) values ($1, 'd', $2, '2', 'ja', true, now())`,
    [account, personal],
  );
});
afterAll(() => database.close());

beforeEach(() => {
  for (const [name, value] of Object.entries(operatorEnvironment(url))) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const run = (...args: readonly string[]) => runOperator("accounts", ...args, "--operator", "Sato");

const because = ["--reason", "ticket 12"];

test("accounts find shows who was meant, and says when nobody was or the words are of no use", async () => {
  const found = await run("find", "山本", "花子", ...because);
  expect(found).toEqual({ text: expect.stringContaining("山本 花子"), code: 0 });
  expect(found.text).toMatch(new RegExp(`^${account}  active +- +\\d{4}-\\d\\d-\\d\\d  山本 花子`));
  const facts = JSON.parse((await run("find", account, ...because, "--json")).text);
  expect(facts).toMatchObject({ by: "id", accounts: [{ id: account, name: "山本 花子" }] });
  expect(await run("find", "佐藤", ...because)).toEqual({
    text: expect.stringContaining("No account was found."),
    code: 1,
  });
  expect(await run("find", "h@", ...because)).toEqual({
    text: "This is no whole email address.",
    code: 1,
  });
  expect((await run("find", "山本", "--reason", " ")).text).toMatch(/^A reason is one line/);
});

test("accounts unlock says what was counted and what refused, and that there was nothing", async () => {
  await database.pool.query(
    `insert into portal.second_factor_guess (account_id, browser_digest, failures, last_failed_at)
     values ($1, '', 20, now())`,
    [account],
  );
  expect((await run("unlock", account, ...because, "--dry-run")).text).toMatch(/^Would be done: /);
  const { text, code } = await run("unlock", account, ...because);
  expect(text).toMatch(
    /^Unlocked; the member is told by mail\.\n {2}20 wrong second factors of unknown browsers, refused until \S+Z$/,
  );
  expect(code).toBe(0);
  expect((await run("unlock", account, ...because)).text).toBe(
    "Nothing was locked, and nothing counted.",
  );
  expect(await run("unlock", randomUUID(), ...because)).toEqual({
    text: "No open account has this id.",
    code: 1,
  });
});

test("accounts show is a page of text, and the same as JSON", async () => {
  const { text, code } = await run("show", account, ...because);
  expect([text.split("\n").slice(0, 2), code]).toEqual([
    [`${account}  山本 花子`, "h@example.com, reads ja"],
    0,
  ]);
  for (const part of [/^A member since /m, /^No contract\.$/m, /^Terms: not agreed/m]) {
    expect(text).toMatch(part);
  }
  const facts = JSON.parse((await run("show", account, ...because, "--json")).text);
  expect(facts).toMatchObject({ id: account, standing: "active", open: [] });
  expect(await run("show", randomUUID(), ...because)).toEqual({
    text: "No account has this id; it may be deleted.",
    code: 1,
  });
});

test("accounts history names who looked and why, and goes on from an event", async () => {
  await run("show", account, "--reason", "ticket 13");
  const { text, code } = await run("history", account, ...because);
  expect([text.split("\n")[0], code]).toEqual([
    expect.stringMatching(
      / Support: looked at the member, by Sato, shown: account, reason: ticket 13$/,
    ),
    0,
  ]);
  const [, id = ""] = /^\S+ +(\d+) /.exec(text) ?? [];
  const older = JSON.parse(
    (await run("history", account, "--before", id, ...because, "--json")).text,
  );
  expect(older.entries.every((entry: { id: string }) => Number(entry.id) < Number(id))).toBe(true);
  expect((await run("history", account, "--before", "x", ...because)).code).toBe(1);
});

test("accounts copy is a file for one key alone, which open-copy opens and neither writes over", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sekimori-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => join(folder, name);
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  writeFileSync(at("public.pem"), publicKey.export({ type: "spki", format: "pem" }));
  writeFileSync(at("private.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
  const copy = ["copy", account, "--to", at("sealed"), "--key", at("public.pem"), ...because];
  expect((await run(...copy, "--dry-run")).text).toMatch(/^Would be done: /);
  expect(existsSync(at("sealed"))).toBe(false);
  expect(await run(...copy)).toEqual({
    text: expect.stringMatching(/^Sealed for the key [0-9a-f]{16}…\./),
    code: 0,
  });
  expect(statSync(at("sealed")).mode & 0o777).toBe(0o600);
  const sealed = readFileSync(at("sealed"), "utf8");
  expect(sealed).not.toContain("h@example.com");
  expect(await run(...copy)).toEqual({ text: expect.stringMatching(/^--to: .+EEXIST/), code: 1 });
  expect(readFileSync(at("sealed"), "utf8")).toBe(sealed);

  const open = ["open-copy", at("sealed"), "--to", at("opened"), "--key"];
  const opened = (key: string) => runOperator("accounts", ...open, key);
  expect(await opened(at("public.pem"))).toMatchObject({ code: 1 });
  expect(await opened(at("private.pem"))).toEqual({
    text: "Opened: copy.json, ja.html, en.html.",
    code: 0,
  });
  expect(readFileSync(at("opened/copy.json"), "utf8")).toContain("h@example.com");
  expect(readFileSync(at("opened/ja.html"), "utf8")).toContain("山本");
  expect((await opened(at("private.pem"))).text).toMatch(/is there already\.$/);
});
