import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { karteMigrations } from "@sekimori/karte-server/migrations";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { portalFence, portalMigrations } from "@sekimori/portal-server/migrations";
import type { Tables } from "@sekimori/portal-server/tables";
import type { Command } from "commander";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { dataKey, operatorEnvironment } from "../testing/operator-environment.ts";
import { servingUrl } from "../testing/serving-url.ts";
import { operatorCommand } from "./operator.ts";

// What each command of `sekimori operator` leaves in the audit log, with the operator's name. A
// command that is added fails the first test until it stands in one of the three lists.

let database: TestDatabase<Tables>;
let karte: TestDatabase<unknown>;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  url = await servingUrl(database, portalFence);
  karte = await createTestDatabase(karteMigrations, "karte");
});
afterAll(async () => {
  await karte.close();
  await database.close();
});

beforeEach(() => {
  const environment = {
    ...operatorEnvironment(url),
    DATABASE_OWNER_URL: database.url,
    KARTE_DATABASE_OWNER_URL: karte.url,
    KARTE_DATA_KEYS: dataKey("k1", 1),
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const account = randomUUID();
const api = "https://api.example/v1";
const withRole = ["--at", api, "--role", "owner"];
const text = ["--title-ja", "題", "--title-en", "T", "--body-ja", "本文", "--body-en", "B"];
const price = ["--from", "2031-01-01", "--price", "13200"];
/** What `notices publish` printed. */
let notice = "";

/** Run here one after another, as they follow from each other. */
const acts: readonly (readonly [command: string, more: () => readonly string[], event: string])[] =
  [
    [
      "clients add",
      () => ["--id", "ledger", "--name", "L", "--redirect-uri", "https://ledger.example/back"],
      "client-added",
    ],
    ["clients update", () => ["ledger", "--name", "Ledger"], "client-updated"],
    ["clients rotate-secret", () => ["ledger"], "client-secret-rotated"],
    ["clients remove", () => ["ledger"], "client-removed"],
    ["resources add", () => ["--id", api, "--name", "A", "--scope", "read"], "resource-added"],
    ["roles grant", () => [account, ...withRole], "role-granted"],
    ["roles revoke", () => [account, ...withRole], "role-revoked"],
    ["resources remove", () => [api], "resource-removed"],
    ["keys rotate", () => [], "keys-rotated"],
    ["data-keys rotate", () => [], "data-keys-rotated"],
    ["data-keys rotate", () => ["--application", "karte"], "data-keys-rotated"],
    ["data-keys rotate", () => [], "data-keys-rotated"],
    ["data-keys rotate", () => ["--application", "karte"], "data-keys-rotated"],
    ["audit verify", () => [], "audit-verified"],
    ["audit checkpoint", () => [], "checkpoint-asked"],
    ["prices announce", () => price, "price-announced"],
    ["notices publish", () => text, "notice-published"],
    ["notices withdraw", () => [notice], "notice-withdrawn"],
    ["billing run", () => ["2026-01-01"], "billing-asked"],
    ["billing compare", () => ["2026-01-01"], "comparison-asked"],
    ["billing export", () => ["2027-01", "--format", "freee"], "accounting-exported"],
    ["billing find", () => [], "documents-searched"],
    ["accounts consenting", () => [], "consenting-exported"],
  ];

const features = "portal/server/features/";
/** These need a member, an invoice or a receiver: their tests hold the event against the name. */
const shownElsewhere: Readonly<Record<string, readonly [file: string, proof: string]>> = {
  "accounts find": ["support/find-accounts.test.ts", "operator.accounts-searched"],
  "accounts show": ["support/show-account.test.ts", "operator.account-read"],
  "accounts history": ["support/account-history.test.ts", "operator.accountHistory("],
  "accounts unlock": ["support/unlock-account.test.ts", "operator.account-unlocked"],
  "accounts undo-end": ["support/undo-end.test.ts", "operator.undoEnd("],
  "accounts recover": ["staff/help-recovery.test.ts", "operator.recoverAccount("],
  "accounts copy": ["support/copy-account.test.ts", "operator.account-copied"],
  "staff add": ["staff/staff.test.ts", "operator.staff-appointed"],
  "staff remove": ["staff/staff.test.ts", "operator.staff-removed"],
  "accounts end-sessions": ["operator/operator.test.ts", "acts.endSessions("],
  "accounts force-reset": ["operator/operator.test.ts", "acts.forcePasswordReset("],
  "accounts close": ["operator/operator.test.ts", "acts.closeAccount("],
  "accounts inquire": ["operator/operator.test.ts", "acts.inquire("],
  "accounts answered": ["operator/operator.test.ts", "acts.noteAnswer("],
  "audit export": ["audit/export-audit.test.ts", "operator.audit-exported"],
  "billing refund": ["operator/operator-money.test.ts", "operator.refund-asked"],
  "billing retry": ["operator/operator-money.test.ts", "operator.charge-retried"],
  "billing give-up": ["operator/operator-money.test.ts", "operator.invoice-given-up"],
  "billing void": ["billing/void-and-waived.test.ts", "operator.invoice-voided"],
  "billing park": ["operator/operator-money.test.ts", "operator.contract-parked"],
  "billing release": ["operator/operator-money.test.ts", "operator.contract-released"],
  "billing close": ["operator/close-month.test.ts", "operator.month-closed"],
  "billing documents": ["operator/month-documents.test.ts", "operator.documents-exported"],
  "webhooks add": ["operator/operator-webhooks.test.ts", "operator.webhook-added"],
  "webhooks change": ["operator/operator-webhooks.test.ts", "operator.webhook-changed"],
  "webhooks rotate-secret": [
    "operator/operator-webhooks.test.ts",
    "operator.webhook-secret-rotated",
  ],
  "webhooks remove": ["operator/operator-webhooks.test.ts", "operator.webhook-removed"],
  "webhooks test": ["operator/operator-webhooks.test.ts", "operator.webhook-tested"],
  "webhooks replay": ["operator/operator-webhooks.test.ts", "operator.webhooks-replayed"],
  "work retry-job": ["work/work.test.ts", "operator.job-retried"],
  "work send-mail": ["work/work.test.ts", "operator.mail-sent-again"],
};

/** They change nothing and show no personal data. */
const looks: readonly (readonly [command: string, more: readonly string[]])[] = [
  ["accounts deletions", []],
  ["accounts open-copy", ["/no/such/file", "--key", "/no/such/key", "--to", "/no/such/folder"]],
  ["audit check", ["/no/such/file"]],
  ["accounts inquiries", []],
  ["billing month", ["2027-01"]],
  ["billing preview", ["2027-01-01"]],
  ["clients list", []],
  ["clients show", ["ledger"]],
  ["notices list", []],
  ["prices list", []],
  ["resources list", []],
  ["roles list", ["--at", api]],
  ["staff list", []],
  ["webhooks events", []],
  ["webhooks list", []],
  ["webhooks log", []],
  ["work list", []],
  ["work registrations", []],
];

type Leaf = readonly [path: string, command: Command];

const leavesOf = (command: Command, path = ""): Leaf[] =>
  command.commands.length === 0
    ? [[path, command]]
    : command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`.trim()));

const leaves = (command: Command) => leavesOf(command).map(([path]) => path);

/** Runs a command in this process. @returns what it said. */
async function run(command: string, more: readonly string[]): Promise<string> {
  const said: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => said.push(String(line)));
  vi.spyOn(console, "error").mockImplementation((line) => said.push(String(line)));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await operatorCommand().parseAsync([...command.split(" "), ...more], { from: "user" });
  vi.restoreAllMocks();
  return said.join("\n");
}

async function eventsOf(work: () => Promise<unknown>) {
  const { rows: last } = await database.pool.query(
    "select coalesce(max(id), 0) as id from portal.audit_event",
  );
  await work();
  const { rows } = await database.pool.query<{ action: string; operator: string | null }>(
    `select action, detail ->> 'operator' as operator from portal.audit_event
     where id > $1 order by id`,
    [last[0].id],
  );
  return rows;
}

test("every command is known", () => {
  const known = [...acts, ...looks].map(([command]) => command);
  expect([...new Set([...known, ...Object.keys(shownElsewhere)])].sort()).toEqual(
    leaves(operatorCommand()).sort(),
  );
});

/** They are written down because names are seen, and change nothing. */
const lookedUp = ["accounts find", "accounts history", "accounts show", "billing find"];

test("every act on members, money and what they are told is tried first and answers in JSON", () => {
  const groups = ["accounts", "billing", "notices", "prices", "webhooks"];
  const onlyRead = [...lookedUp, ...looks.map(([command]) => command)];
  const lacking = leavesOf(operatorCommand())
    .filter(([path]) => groups.includes(path.split(" ")[0] ?? ""))
    .flatMap(([path, command]) => {
      const has = command.options.map(({ long }) => long);
      const wanted = onlyRead.includes(path) ? ["--json"] : ["--json", "--dry-run"];
      return wanted.filter((option) => !has.includes(option)).map((option) => [path, option]);
    });
  expect(lacking).toEqual([]);
});

test("what changes something is one event with the operator's name", async () => {
  const sealer = createSealer(parseKeyring(dataKey("k1", 7)));
  await database.pool.query(
    `insert into portal.account (id, email_digest, personal, user_type, language, created_at)
     values ($1, 'd', $2, '2', 'ja', now()) on conflict do nothing`,
    [account, sealer.seal("{}", `portal.account.personal:${account}`)],
  );
  for (const [command, more, event] of acts) {
    let said = "";
    const events = await eventsOf(async () => {
      said = await run(command, [...more(), "--operator", "Sato"]);
    });
    notice = /Published as (\S+)\./.exec(said)?.[1] ?? notice;
    expect([command, said, events]).toEqual([
      command,
      said,
      [{ action: `operator.${event}`, operator: "Sato" }],
    ]);
  }
}, 120_000);

test.each(Object.entries(shownElsewhere))(
  "%s is tried in a test of its own",
  (_, [file, proof]) => {
    const path = fileURLToPath(new URL(`../../${features}${file}`, import.meta.url));
    expect(readFileSync(path, "utf8")).toContain(proof);
  },
);

test.each(looks)("%s leaves nothing", async (command, more) => {
  expect(await eventsOf(() => run(command, more))).toEqual([]);
});
