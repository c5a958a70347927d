import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { karteMigrations } from "@sekimori/karte-server/migrations";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import type { Tables } from "@sekimori/portal-server/tables";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { dataKey, operatorEnvironment } from "../testing/operator-environment.ts";
import { runCommand } from "../testing/run-command.ts";
import { servingUrl } from "../testing/serving-url.ts";

// Each test starts whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

let database: TestDatabase<Tables>;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  url = await servingUrl(database, portalFence);
});
afterAll(() => database.close());

/** Runs the command line as an operator does. */
const sekimori = (args: readonly string[], changes: Readonly<Record<string, string>> = {}) =>
  runCommand(args, {
    ...operatorEnvironment(url),
    DATABASE_OWNER_URL: database.url,
    ...changes,
  });

describe("sekimori operator", () => {
  test("verifies an empty audit log and says so", async () => {
    const { code, stdout } = await sekimori(["operator", "audit", "verify"]);
    expect(stdout).toContain("0 events, the chain is whole.");
    expect(code).toBe(0);
  });

  test("holds the audit log against what was kept elsewhere, as it was printed or logged", async () => {
    const audit = ["operator", "audit"];
    const { stdout } = await sekimori([...audit, "checkpoint"], { LOG_LEVEL: "info" });
    const line = stdout.split("\n").find((text) => text.startsWith("sekimori-audit-1")) ?? "";
    const logged = stdout.split("\n").find((text) => text.startsWith("{") && text.includes(line));
    expect(logged).toContain("audit checkpoint");
    const folder = await mkdtemp(join(tmpdir(), "sekimori-audit-"));
    const file = join(folder, "kept.log");
    try {
      await writeFile(file, `${stdout}\n`);
      for (const kept of [line, logged ?? "", file]) {
        const verified = await sekimori([...audit, "verify", "--expect", kept]);
        expect(verified.stderr ?? "").toBe("");
        expect(verified.stdout).toMatch(/the chain is whole\. \d+ are not linked yet/);
        expect(verified.stdout).toMatch(/\d signed checkpoints and [12] that were kept elsewhere/);
      }
      const forged = line.replace("sekimori-audit-1 ", "sekimori-audit-1 9");
      const refused = await sekimori([...audit, "verify", "--expect", forged]);
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.stderr).toContain("was not signed by this installation");
      await writeFile(file, "nothing of it\n");
      const empty = await sekimori([...audit, "verify", "--expect", file]);
      expect(empty).toMatchObject({ code: 1 });
      expect(empty.stderr).toContain("holds no checkpoint");
      const missing = await sekimori([...audit, "verify", "--expect", join(folder, "none")]);
      expect(missing.stderr).toContain("neither a checkpoint nor a file that can be read");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("writes a month of the audit log to a file that is checked without a database", async () => {
    const audit = ["operator", "audit"];
    const folder = await mkdtemp(join(tmpdir(), "sekimori-audit-"));
    const file = join(folder, "month.jsonl");
    const month = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 7);
    try {
      const signed = await sekimori([...audit, "checkpoint"]);
      const exported = await sekimori([...audit, "export", "--month", month, "--out", file]);
      expect(exported.stdout + exported.stderr).toMatch(/^\d+ events in .+month\.jsonl\.\n$/);
      const nowhere = { DATABASE_URL: "postgres://localhost:1/none" };
      const line = signed.stdout.trim();
      const checked = await sekimori([...audit, "check", file, "--expect", line], nowhere);
      expect(checked.stdout + checked.stderr).toMatch(
        /^\d+ events under \d+ headers.+ 1 checkpoints/,
      );
      const again = await sekimori([...audit, "export", "--month", month, "--out", file]);
      expect(again.stderr).toContain("is there already");
      const wrong = await sekimori([
        ...audit,
        "export",
        "--month",
        "2026-13",
        "--out",
        `${file}.2`,
      ]);
      expect(wrong.stderr).toContain("2026-13 is no month such as 2026-11");
      await writeFile(file, "nothing");
      const broken = await sekimori([...audit, "check", file]);
      expect(broken).toMatchObject({ code: 1 });
      expect(broken.stderr).toContain("Line 1 is not JSON");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("adds a webhook, shows its secret once, tries a removal and removes it", async () => {
    const operator = ["operator", "webhooks"];
    const by = ["--operator", "Sato", "--json"];
    const add = [...operator, "add", "--label", "CRM", "--event", "invoice.paid", ...by, "--url"];
    const inside = await sekimori([...add, "https://10.0.0.1/hooks"]);
    expect(inside.code).toBe(1);
    expect(inside.stderr).toContain("This address is not called");
    const unknown = await sekimori([...add, "http://127.0.0.1:9/hooks", "--event", "all.of.it"]);
    expect(unknown.stderr).toContain("No event is called all.of.it");
    const loopback = { OUTBOUND_LOOPBACK: "http://127.0.0.1:9" };
    const added = await sekimori([...add, "http://127.0.0.1:9/hooks"], loopback);
    const { id, secret } = JSON.parse(added.stdout) as { id: string; secret: string };
    expect(secret).toMatch(/^whsec_/);
    const list = await sekimori([...operator, "list", "--json"]);
    expect(JSON.parse(list.stdout)).toMatchObject([{ id, label: "CRM", events: ["invoice.paid"] }]);
    expect(list.stdout).not.toContain(secret);
    const tried = await sekimori([...operator, "remove", id, ...by, "--dry-run"]);
    expect(JSON.parse(tried.stdout)).toMatchObject({ dryRun: true, webhook: id });
    await sekimori([...operator, "remove", id, ...by]);
    expect((await sekimori([...operator, "list"])).stdout).toContain("There are no webhooks.");
  });

  test("writes who consents to promotional mail to standard output, and says before how many", async () => {
    const id = randomUUID();
    const sealer = createSealer(parseKeyring(dataKey("k1", 7)));
    const information = { userType: "2", lastName: "山本", firstName: "花子" };
    const personal = JSON.stringify({ email: "hanako@example.com", information });
    await database.pool.query(
      `insert into portal.account (id, email_digest, personal, user_type, language, created_at,
         promotional_mail) values ($1, 'consenting', $2, '2', 'ja', now(), true)`,
      [id, sealer.seal(personal, `portal.account.personal:${id}`)],
    );
    await database.pool.query(
      `select portal.append_audit($1, 'promotional-mail.consented', '2027-01-02T03:04:05Z', null,
         null, '{}')`,
      [id],
    );
    const command = ["operator", "accounts", "consenting", "--operator", "Sato"];
    const tried = await sekimori([...command, "--dry-run"]);
    expect(tried.stdout).toContain("count: 1");
    expect(tried.stdout).not.toContain("hanako");
    const csv = await sekimori(command);
    expect(csv.stdout).toBe(
      "\ufeffaddress,language,company,name,consented at\r\nhanako@example.com,ja,,山本 花子,2027-01-02T03:04:05.000Z\r\n",
    );
    const json = await sekimori([...command, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject([{ email: "hanako@example.com", company: null }]);
    await database.pool.query("delete from portal.account where id = $1", [id]);
  });

  test("shows a month, previews a day, and tries a run without doing it", async () => {
    const month = await sekimori(["operator", "billing", "month", "2027-01", "--json"]);
    expect(JSON.parse(month.stdout)).toMatchObject({ month: "2027-01", days: [], parked: [] });
    const preview = await sekimori(["operator", "billing", "preview", "2027-01-01", "--json"]);
    expect(JSON.parse(preview.stdout)).toMatchObject({ count: 0, yen: 0 });
    const act = ["operator", "billing", "run", "2026-01-01", "--operator", "Sato", "--dry-run"];
    const tried = await sekimori(act);
    expect(tried.stdout).toContain("Would be done: action: operator.billing-asked");
    const { rowCount } = await database.pool.query(
      "select from portal.audit_event where action = 'operator.billing-asked'",
    );
    expect(rowCount).toBe(0);
    const wrong = await sekimori(["operator", "billing", "month", "2027-13"]);
    expect(wrong.stderr).toContain("A month is written as 2027-01.");
    const unknown = await sekimori(["operator", "billing", "retry", "SK-00000001"]);
    expect([unknown.code, unknown.stderr]).toEqual([1, "No invoice has the number SK-00000001.\n"]);
    const file = ["operator", "billing", "export", "2027-01", "--format", "freee"];
    const plain = (await sekimori(file)).stdout;
    expect(plain).toMatch(/^\uFEFF収支区分,管理番号,.*\r\n$/);
    const exports = async () =>
      (
        await database.pool.query(
          "select from portal.audit_event where action = 'operator.accounting-exported'",
        )
      ).rowCount;
    expect(await exports()).toBe(1);
    const dry = JSON.parse((await sekimori([...file, "--dry-run", "--json"])).stdout);
    expect(dry).toMatchObject({ dryRun: true, month: "2027-01", format: "freee" });
    expect(await exports()).toBe(1);
    const answered = JSON.parse((await sekimori([...file, "--json"])).stdout);
    expect(answered).toEqual({ month: "2027-01", format: "freee", file: plain });
    const out = ["--out", join(tmpdir(), `sekimori-documents-${randomUUID()}`)];
    const documents = await sekimori(["operator", "billing", "documents", "2027-01", ...out]);
    expect([documents.code, documents.stderr]).toEqual([1, "No document was issued in 2027-01.\n"]);
  });

  test("shows what a deletion removed and kept", async () => {
    const command = ["operator", "accounts", "deletions"];
    const account = randomUUID();
    await database.pool.query(
      `insert into portal.deletion (account_id, reason, deleted_at, removed, kept)
       values ($1, 'withdrawn', now(), '{"account": 1, "card": 2}', '{"invoice": 3}')`,
      [account],
    );
    const { stdout } = await sekimori([...command, account]);
    expect(stdout).toContain(`${account}  withdrawn, deleted at `);
    expect(stdout).toContain("  removed: account 1, card 2\n  kept: invoice 3\n");
    expect(JSON.parse((await sekimori([...command, "--json"])).stdout)).toMatchObject([
      { account, reason: "withdrawn", removed: { account: 1, card: 2 }, kept: { invoice: 3 } },
    ]);
    expect((await sekimori([...command, randomUUID()])).stdout).toBe("Nothing was deleted.\n");
    const wrong = await sekimori([...command, "somebody"]);
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: .*'somebody'.* An id is written as .*\n$/),
    });
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
    const log = await database.pool.query(
      "select detail->>'operator' as operator from portal.audit_event where action like '%notice%'",
    );
    expect(log.rows.map((row) => row.operator)).toEqual([userInfo().username, userInfo().username]);
    const again = await sekimori(["operator", "notices", "withdraw", id]);
    expect(again).toMatchObject({ code: 1, stderr: "No such notice.\n" });
  });

  test("says that an address has no account", async () => {
    const found = await sekimori([
      ...["operator", "accounts", "find", "nobody@people.example"],
      ...["--reason", "a call"],
    ]);
    expect(found).toMatchObject({ code: 1, stdout: "No account was found.\n" });
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
    const taken = await add("narrow", "profile");
    expect(taken).toMatchObject({ code: 1, stdout: "" });
    expect(taken.stderr).toContain("narrow is registered already");
    const refused = await add("other", "email", "calendar");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toBe(
      "--scope: “calendar” is not a scope of this portal: openid, profile, email, address, plan, organization, roles, offline_access\n",
    );
  });
});

describe("addresses that the portal would call for an application", () => {
  const add = (id: string, ...more: readonly string[]) =>
    sekimori([
      ...["operator", "clients", "add", "--id", id, "--name", "Inner"],
      ...["--redirect-uri", "https://inner.example/callback", ...more],
    ]);

  test("in a private network are refused, by whatever spelling, unless the operator says so", async () => {
    const inner = [
      "https://10.0.0.7/logout",
      "https://169.254.169.254/latest",
      "https://0x7f.1/logout",
      "https://[fd00::1]/logout",
      "https://[::ffff:10.0.0.7]/logout",
      "http://localhost:3001/logout",
      "https://ledger.internal/logout",
      "https://ledger/logout",
    ];
    for (const address of inner) {
      const { code, stderr } = await add("inner", "--back-channel-logout-uri", address);
      expect([address, code, stderr]).toEqual([
        address,
        1,
        "--back-channel-logout-uri: is in a private network; if you mean it, say --allow-private-addresses\n",
      ]);
    }
    const wild = await add("inner", "--events-uri", "https://*.example/events");
    expect(wild.code).toBe(1);
    const meant = ["--back-channel-logout-uri", inner[0] ?? "", "--allow-private-addresses"];
    expect(await add("inner", ...meant)).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("sekimori operator clients", () => {
  const withoutKeys = { PORTAL_DATA_KEYS: "" };
  const clients = (...args: readonly string[]) =>
    sekimori(["operator", "clients", ...args], withoutKeys);

  test("adds, shows, changes, gives a new secret and removes, in JSON and without data keys", async () => {
    const added = await clients(
      ...["add", "--json", "--id", "ledger", "--name", "Ledger", "--scope", "email"],
      ...["--redirect-uri", "https://ledger.example/callback"],
    );
    const { client_secret: secret } = JSON.parse(added.stdout);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    await clients("update", "ledger", "--name", "Great Ledger", "--id-token-claims");
    const shown = JSON.parse((await clients("show", "ledger", "--json")).stdout);
    expect(shown).toMatchObject({
      clientId: "ledger",
      name: "Great Ledger",
      idTokenClaims: true,
      scopes: ["openid", "email"],
      redirectUris: ["https://ledger.example/callback"],
    });
    expect(JSON.stringify(shown)).not.toContain(secret);
    const rotated = JSON.parse((await clients("rotate-secret", "ledger", "--json")).stdout);
    expect(rotated.client_secret).not.toBe(secret);
    expect((await clients("remove", "ledger")).code).toBe(0);
    const again = await clients("remove", "ledger");
    expect(again).toMatchObject({ code: 1, stderr: "No application has the id ledger.\n" });
    const { rows } = await database.pool.query<{ action: string }>(
      "select action from portal.audit_event where detail ->> 'client' = 'ledger' order by id",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "operator.client-added",
      "operator.client-updated",
      "operator.client-secret-rotated",
      "operator.client-removed",
    ]);
  });

  test.each([
    ["a wildcard", "https://*.example/callback"],
    ["user information", "https://user@app.example/callback"],
    ["a fragment", "https://app.example/callback#top"],
    ["plain http elsewhere", "http://app.example/callback"],
    ["a scheme of its own without being native", "com.example.app:/callback"],
  ])("refuses a return address with %s", async (_, address) => {
    const refused = await clients("add", "--id", "bad", "--name", "Bad", "--redirect-uri", address);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^--redirect-uri: /);
    expect(refused.stderr.trim().split("\n")).toHaveLength(1);
  });

  test("works beside a running product by its data folder, and says when nothing runs", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sekimori-operator-"));
    const there = ["operator", "clients", "list", "--data", folder];
    const without = { ...withoutKeys, DATABASE_URL: "" };
    expect((await sekimori(there, without)).stderr).toBe(
      `--data: nothing runs on ${folder}; start it by “npm start” first.\n`,
    );
    expect((await sekimori(["operator", "clients", "list"], without)).stderr).toBe(
      "Set DATABASE_URL, or add “--data .data” while “npm start” runs there.\n",
    );
    await writeFile(join(folder, "database-url"), database.url);
    expect(await sekimori(there, without)).toMatchObject({ code: 0, stderr: "" });
    await rm(folder, { recursive: true });
  });
});

test.each([
  ["a data folder where nothing runs", ["clients", "list", "--data", "nope"], /^--data: /],
  [
    "an account's id",
    ["accounts", "end-sessions", "nope"],
    /value 'nope' is invalid for argument 'id'/,
  ],
  ["another's", ["accounts", "force-reset", "123"], /An id is written as /],
  ["a contract's id", ["billing", "park", "nope", "--reason", "x"], /for argument 'contract'/],
  ["a contract's to release", ["billing", "release", "nope"], /for argument 'contract'/],
  ["a member's id", ["roles", "grant", "me", "--at", "x", "--role", "y"], /for argument 'account'/],
  [
    "a file of keys",
    ["clients", "add", "--id", "k", "--name", "K", "--keys", "nope.json"],
    /^--keys: /,
  ],
  ["an update of nothing", ["clients", "update", "any"], /^Nothing to change: name an option\.$/m],
  [
    "a return address",
    ["clients", "add", "--id", "k", "--name", "K", "--redirect-uri", "http://app.example/cb"],
    /^--redirect-uri: http:\/\/app\.example\/cb must be https \(http is for localhost only\)/,
  ],
  [
    "an API that nobody registered",
    [
      ...["clients", "add", "--id", "k", "--name", "K", "--service"],
      ...["--resource", "https://none.example"],
    ],
    /^--resource: no API has the id https:\/\/none\.example; add it by “resources add”/,
  ],
  [
    "an API of an application of others",
    [
      ...["clients", "add", "--id", "k", "--name", "K", "--redirect-uri", "https://k.example/cb"],
      ...["--resource", "https://none.example"],
    ],
    /^--resource: is for first-party applications and services/,
  ],
  ["an application's id", ["clients", "add", "--id", "a b", "--name", "A", "--device"], /^--id: /],
])(
  "answers %s that is mistyped in one sentence, without a stack trace",
  async (_what, args, said) => {
    const { code, stdout, stderr } = await sekimori(["operator", ...args]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(said);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  },
);

test("shows an application by the options that register it", async () => {
  const clients = (...args: readonly string[]) => sekimori(["operator", "clients", ...args]);
  const options = ["--redirect-uri", "https://typed.example/callback", "--secret-in", "post"];
  const names = ["--name", "Typed", "--name-ja", "入力例"];
  await clients("add", "--id", "typed", ...names, "--require-par", ...options);
  const shown = (await clients("show", "typed")).stdout.trim().split("\n");
  const said = [
    "--id typed",
    "--name Typed",
    "--name-ja 入力例",
    "--require-par",
    "--secret-in post",
  ];
  expect(shown).toEqual(expect.arrayContaining([...said, options.slice(0, 2).join(" ")]));
  expect((await clients("remove", "typed")).code).toBe(0);
});

test("takes a name in a language away again, and no name that changes how a text is read", async () => {
  const clients = (...args: readonly string[]) => sekimori(["operator", "clients", ...args]);
  const where = ["--redirect-uri", "https://called.example/callback"];
  const names = ["--name", "Called", "--name-ja", "呼び名", "--name-en", "Called so"];
  expect((await clients("add", "--id", "called", ...names, ...where)).code).toBe(0);
  const taken = await clients("update", "called", "--no-name-ja", "--json");
  expect(JSON.parse(taken.stdout)).toEqual({ client_id: "called", changed: ["nameJa"] });
  const shown = (await clients("show", "called")).stdout;
  expect(shown).toContain("--name-en Called so");
  expect(shown).not.toContain("--name-ja");
  for (const option of ["--name", "--name-ja", "--name-en"]) {
    for (const mark of ["\n", "\u001b[31m", "\u202e", "\u2028"]) {
      expect(await clients("update", "called", option, `Led${mark}ger`)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: `${option}: must have no control characters, line breaks or marks of direction\n`,
      });
    }
  }
  expect((await clients("show", "called")).stdout).toBe(shown);
  expect((await clients("remove", "called")).code).toBe(0);
  const api = ["--id", "https://called.example/v1", "--name", "A\u0007", "--scope", "read"];
  expect((await sekimori(["operator", "resources", "add", ...api])).stderr).toMatch(
    /^--name: must have no control characters/,
  );
});

test("registers an API, lists it and removes it", async () => {
  const resources = (...args: readonly string[]) => sekimori(["operator", "resources", ...args]);
  const id = "https://api.example/v1";
  const add = () =>
    resources("add", "--id", id, "--name", "API", "--scope", "read", "--token-format", "opaque");
  expect(await add()).toMatchObject({ code: 0, stderr: "" });
  expect((await add()).stderr).toContain("is registered already");
  expect((await resources("list")).stdout).toBe(`${id}  API (opaque)\n    scopes: read\n`);
  const own = await resources(
    ...["add", "--id", "https://portal.example/v1/applications", "--name", "P", "--scope", "read"],
  );
  expect(own.stderr).toContain("is the portal's own");
  expect((await resources("remove", id)).code).toBe(0);
  expect((await resources("remove", id)).code).toBe(1);
});

test("gives a member a role, lists it and takes it away", async () => {
  const roles = (...args: readonly string[]) => sekimori(["operator", "roles", ...args]);
  const id = randomUUID();
  await database.pool.query(
    `insert into portal.account (id, email_digest, personal, user_type, language, created_at)
     values ($1, $2, '', '2', 'ja', now())`,
    [id, `digest-${id}`],
  );
  const there = ["--at", "https://roles.example/v1"];
  const give = () => roles("grant", id, ...there, "--role", "owner");
  expect((await give()).stderr).toBe(
    "Neither an application nor an API is registered as https://roles.example/v1.\n",
  );
  const api = ["--id", "https://roles.example/v1", "--name", "Roles", "--scope", "read"];
  await sekimori(["operator", "resources", "add", ...api]);
  expect((await give()).stdout).toBe(`${id} is owner at https://roles.example/v1.\n`);
  expect((await roles("list", ...there)).stdout).toBe(`${id}  owner\n`);
  expect((await roles("grant", id, ...there, "--role", "a b")).stderr).toMatch(
    /^--role: must be 1 to 64 signs/,
  );
  const taken = await roles("revoke", id, ...there, "--role", "owner", "--json");
  expect(JSON.parse(taken.stdout)).toMatchObject({ account: id, role: "owner" });
  expect(await roles("revoke", id, ...there, "--role", "owner")).toMatchObject({ code: 1 });
  expect((await roles("list", ...there)).stdout).toBe(
    "Nobody has a role at https://roles.example/v1.\n",
  );
  await database.pool.query("delete from portal.account where id = $1", [id]);
});

describe("karte's data keys", () => {
  const rotate = (url: string) =>
    sekimori(["operator", "data-keys", "rotate", "--application", "karte"], {
      KARTE_DATABASE_OWNER_URL: url,
      KARTE_DATA_KEYS: `${dataKey("new", 2)},${dataKey("old", 1)}`,
    });

  test("are changed by the owner of its tables, and by nobody who would see no row", async () => {
    const karte = await createTestDatabase(karteMigrations, "karte");
    try {
      const workspace = randomUUID();
      const context = `karte.member.personal:${workspace}:somebody`;
      const sealed = createSealer(parseKeyring(dataKey("old", 1))).seal("{}", context);
      await karte.pool.query("insert into karte.workspace values ($1, 'w', 'o', now())", [
        workspace,
      ]);
      await karte.pool.query(
        `insert into karte.member (workspace_id, account_id, role, personal, joined_at)
         values ($1, 'somebody', 4, $2, now())`,
        [workspace, sealed],
      );
      expect((await rotate(karte.url)).stdout).toContain("1 values sealed again");
      expect((await rotate(karte.url)).stdout).toContain("0 values sealed again");
      const { rows } = await karte.pool.query("select personal from karte.member");
      const next = createSealer(parseKeyring(dataKey("new", 2)));
      expect(next.open(rows[0].personal, context).toString()).toBe("{}");

      const role = `reader_${randomBytes(6).toString("hex")}`;
      await karte.superuser.query(`create role ${role} login password 'x'`);
      const url = new URL(karte.url);
      url.username = role;
      url.password = "x";
      const refused = await rotate(url.href);
      await karte.superuser.query(`drop role ${role}`);
      expect([refused.code, refused.stdout]).toEqual([1, ""]);
      expect(refused.stderr).toContain("must name the owner of karte's tables");
    } finally {
      await karte.close();
    }
  });
});

describe("a database that cannot be used", () => {
  const commands = [
    ["operator", "audit", "verify"],
    ["operator", "accounts", "find", "nobody@people.example", "--reason", "a call"],
    ["operator", "clients", "list"],
    ["operator", "keys", "rotate"],
    ["operator", "data-keys", "rotate"],
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

  test.each(["portal", "karte"])("is said of the owner's address by migrate (%s)", async (name) => {
    const setting = name === "karte" ? "KARTE_DATABASE_OWNER_URL" : "DATABASE_OWNER_URL";
    const url = "postgres://localhost:1/sekimori";
    const { code, stderr } = await sekimori(["migrate", "--application", name], {
      [setting]: url,
    });
    expect(stderr).toMatch(
      new RegExp(`^${setting} names a database that cannot be used: .*ECONNREFUSED.*\\.\n$`),
    );
    expect(code).toBe(1);
    const unsafe = await sekimori(["migrate", "--application", name], {
      SEKIMORI_MODE: "production",
      [setting]: "postgres://owner@database.example/sekimori",
    });
    expect(unsafe.stderr).toContain(`${setting} must end with ?sslmode=verify-full in production.`);
  });

  test("migrate --plan says what would be applied, and applies nothing", async () => {
    const fresh = await createTestDatabase([]);
    onTestFinished(() => fresh.close());
    const plan = () => sekimori(["migrate", "--plan"], { DATABASE_OWNER_URL: fresh.url });
    const { stdout } = await plan();
    expect(stdout).toMatch(/^portal\/070-[a-z-]+\.sql\n {2}The management application is called/m);
    expect(stdout).toMatch(/\d+ files, less than a second in all by the sizes of today's tables/);
    expect((await plan()).stdout).toBe(stdout);
    const done = await sekimori(["migrate", "--plan"], { DATABASE_OWNER_URL: database.url });
    expect(done).toMatchObject({ code: 0, stdout: "The database is up to date.\n" });
  });

  test("a process of a release that the database has left behind does not begin", async () => {
    const left = (release: string | null) =>
      database.pool.query("update portal.migration set unused_since = $1 where name like '003-%'", [
        release,
      ]);
    await left("99.1.0");
    onTestFinished(async () => {
      await left(null);
    });
    for (const command of ["portal", "worker"]) {
      const { code, stderr } = await sekimori([command]);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^This process is of \d+\.\d+\.\d+, and the database has portal\/003-[a-z-]+\.sql, which took away what only releases before 99\.1\.0 use: start a process of 99\.1\.0 or newer\.\n$/,
        ),
      ]);
    }
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
