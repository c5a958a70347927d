import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../../testing/members.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { purgeExpired } from "./purge-jobs.ts";

// What the security page says is kept for a time is kept that long, and goes then.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  // What a row holds besides its moment, and what it belongs to, decides nothing here.
  for (const { table } of kept) {
    const { rows } = await portal.database.pool.query<{ name: string }>(
      "select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f')",
      [table],
    );
    for (const { name } of rows) {
      await portal.database.pool.query(`alter table ${table} drop constraint "${name}"`);
    }
  }
  for (let count = 0; count < 2; count += 1) await newMember(portal, portal.browser());
  await portal.database.pool.query("delete from portal.session");
  await portal.database.pool.query("delete from portal.sign_up_tally");
});
afterAll(() => portal.close());

const days = 86_400_000;

interface Kept {
  readonly table: string;
  /** The moment that decides. */
  readonly column: string;
  /** Milliseconds for which a row stays after that moment. */
  readonly after: number;
  /** What a row needs besides what is made up for its columns. */
  readonly values?: Readonly<Record<string, string>>;
}

const kept: readonly Kept[] = [
  { table: "portal.session", column: "expires_at", after: 0 },
  { table: "portal.sign_in_attempt", column: "expires_at", after: 0 },
  { table: "portal.sign_up_tally", column: "began_at", after: 800 * days },
  { table: "portal.passkey_challenge", column: "expires_at", after: 0 },
  { table: "portal.trusted_browser", column: "expires_at", after: 0 },
  {
    table: "portal.recovery_delay",
    column: "finish_by",
    after: 0,
    values: {
      account_id: `(select id from portal.account a where not exists (
        select from portal.recovery_delay r where r.account_id = a.id) limit 1)`,
    },
  },
  { table: "portal.second_factor_guess", column: "last_failed_at", after: 30 * days },
  { table: "portal.reset_request", column: "expires_at", after: 0 },
  {
    table: "portal.email_change",
    column: "expires_at",
    after: 0,
    values: {
      account_id: `(select id from portal.account a where not exists (
        select from portal.email_change e where e.account_id = a.id) limit 1)`,
    },
  },
  {
    table: "portal.accounting_proof",
    column: "expires_at",
    after: 0,
    values: {
      account_id: `(select id from portal.account a where not exists (
        select from portal.accounting_proof p where p.account_id = a.id) limit 1)`,
    },
  },
  { table: "portal.email_change_undo", column: "expires_at", after: 0 },
  { table: "portal.sign_up_flow", column: "expires_at", after: 0 },
  { table: "portal.former_hold", column: "expires_at", after: 0 },
  { table: "portal.operator_event", column: "at", after: 30 * days },
  { table: "portal.monthly_summary", column: "at", after: 400 * days },
  { table: "portal.pay_link", column: "expires_at", after: 0 },
  { table: "portal.payment_event", column: "received_at", after: 30 * days },
  { table: "portal.data_export", column: "expires_at", after: 0 },
  { table: "portal.external_request", column: "expires_at", after: 0 },
  { table: "portal.sso_visit", column: "expires_at", after: 0 },
  { table: "portal.sso_joining", column: "expires_at", after: 0 },
  { table: "portal.sso_assertion", column: "expires_at", after: 0 },
  { table: "portal.sso_login", column: "expires_at", after: 0 },
  { table: "portal.sso_logout", column: "expires_at", after: 0 },
  { table: "portal.scim_token", column: "expires_at", after: 90 * days },
  { table: "portal.staff_request", column: "expires_at", after: 90 * days },
  { table: "kit.webhook_delivery", column: "created_at", after: 30 * days },
];

/** Rows of which other tests show that they go: with their account, by the engine's own sweep. */
const elsewhere: Readonly<Record<string, string>> = {
  "portal.account": "features/purge/leaving.test.ts",
  "portal.invoice": "features/billing/document-retention.test.ts",
  "portal.invoice_document": "features/billing/document-retention.test.ts",
  "portal.oidc_key": "features/openid/oauth-clients.test.ts",
  "portal.oidc_refusal": "features/openid/refusals/refusal-log.test.ts",
  "kit.relying_visit": "kit/server/relying-party/relying-party.test.ts",
  "kit.relying_session": "kit/server/relying-party/relying-party.test.ts",
};

test("every table that the security page keeps for a time is tried", () => {
  const page = readFileSync(
    new URL("../../../../docs/operate/security.md", import.meta.url),
    "utf8",
  );
  const rows = [...page.matchAll(/^\| `((?:portal|kit)\.\w+)` \| [ABCD, ]+ \| (.+) \|$/gm)];
  const timed = rows.filter(([, , how]) =>
    /\b(minutes|hours|days?|week|years|link ends)\b/.test(how ?? ""),
  );
  const tried = [...kept.map(({ table }) => table), ...Object.keys(elsewhere)];
  expect(timed.map(([, table]) => table).filter((table) => !tried.includes(table ?? ""))).toEqual(
    [],
  );
  expect(timed.length).toBeGreaterThan(12);
});

/** Any value of a column's type. */
const madeUp: Readonly<Record<string, string>> = {
  text: "md5(random()::text)",
  uuid: "gen_random_uuid()",
  bytea: "sha256(gen_random_uuid()::text::bytea)",
  jsonb: "'{}'::jsonb",
  boolean: "false",
  integer: "0",
  smallint: "0",
  bigint: "0",
  date: "current_date",
  inet: "'192.0.2.1'::inet",
  "timestamp with time zone": "now()",
  ARRAY: "'{}'",
};

/** A row whose moment is this one, whatever it belongs to. */
async function insertRow({ table, column, values = {} }: Kept, moment: Date): Promise<void> {
  const { pool } = portal.database;
  const { rows } = await pool.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema || '.' || table_name = $1 and is_nullable = 'NO'
       and column_default is null and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const rest = rows.filter(({ name }) => name !== column && !(name in values));
  const names = [column, ...Object.keys(values), ...rest.map(({ name }) => name)];
  const written = [
    "$1::timestamptz",
    ...Object.values(values),
    ...rest.map(({ type }) => madeUp[type] ?? "null"),
  ];
  await pool.query(`insert into ${table} (${names.join(", ")}) values (${written.join(", ")})`, [
    moment,
  ]);
}

test.each(kept)("$table", async (one) => {
  const { table, column, after } = one;
  const now = portal.clock.now().getTime();
  const stays = new Date(now - after + 60_000);
  await insertRow(one, new Date(now - after - 60_000));
  await insertRow(one, stays);
  await purgeExpired(portal.context);
  const { rows } = await portal.database.pool.query<{ moment: Date }>(
    `select ${column} as moment from ${table}`,
  );
  expect(rows).toEqual([{ moment: stays }]);
});
