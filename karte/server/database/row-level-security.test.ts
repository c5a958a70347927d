import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { madeUpValue } from "../testing/made-up-value.ts";
import { createKarteDatabase, type KarteTestDatabase } from "../testing/test-database.ts";

/**
 * Tables that belong to no workspace, and why the application may read them whole. Any other must
 * show nothing without its workspace, also those that are added later.
 */
const common: Readonly<Record<string, string>> = {
  migration: "which migrations were applied",
  address_pace: "when an address may be contacted next, by a digest: no word of whose it is",
  place: "which workspace a session is at, by the session's digest",
  known_account: "who has been here before, by an id that names nobody",
};

let database: KarteTestDatabase;
let tables: string[];
let filled: readonly string[];

const mine = randomUUID();
const theirs = randomUUID();

/** One row of `theirs` in every table that has a workspace; foreign keys are not looked at. */
async function fill(table: string): Promise<void> {
  const { rows: columns } = await database.owner.pool.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attidentity = '' and a.attnotnull`,
    [`karte.${table}`],
  );
  const value = ({ name, type }: { name: string; type: string }) => {
    if (name === "workspace_id" || (table === "workspace" && name === "id")) return `'${theirs}'`;
    if (name === "contract_owner") return "'their-owner'";
    return madeUpValue(type, name, table);
  };
  await database.owner.pool.query(
    `insert into karte.${table} (${columns.map(({ name }) => name).join(", ")})
     values (${columns.map(value).join(", ")})`,
  );
}

beforeAll(async () => {
  database = await createKarteDatabase();
  const { pool } = database.owner;
  await pool.query("select karte.prepare_months(current_date)");
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'karte'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
     order by not (c.relname = 'workspace'), c.relname`,
  );
  tables = rows.map(({ name }) => name).filter((name) => !(name in common));
  // Without foreign keys and triggers a single row can stand in every table.
  for (const table of tables) {
    if (table.startsWith("asset_observation_")) continue;
    const { rowCount } = await pool.query(
      "select from pg_class where oid = $1::regclass and relkind in ('r', 'p')",
      [`karte.${table}`],
    );
    if (rowCount === 1) await withoutForeignKeys(table);
  }
  filled = tables;
});
afterAll(() => database.close());

async function withoutForeignKeys(table: string): Promise<void> {
  await database.owner.superuser.query(`alter table karte.${table} disable trigger all`);
  await fill(table);
}

async function countAs(table: string, settings: Readonly<Record<string, string>>) {
  const client = await database.application.pool.connect();
  try {
    await client.query("begin");
    for (const [name, value] of Object.entries(settings)) {
      await client.query("select set_config($1, $2, true)", [name, value]);
    }
    const { rows } = await client.query<{ count: string }>(
      `select count(*) as count from karte.${table}`,
    );
    return Number(rows[0]?.count);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe("as the application's role", () => {
  test("the owner sees a row in every table, so that nothing is empty by chance", async () => {
    expect(filled.length).toBeGreaterThan(20);
    for (const table of filled) {
      const { rows } = await database.owner.pool.query(`select count(*) as n from karte.${table}`);
      const isSparePartition = table.startsWith("asset_observation_");
      if (!isSparePartition) expect(Number(rows[0]?.n), table).toBeGreaterThan(0);
    }
  });

  test("no table shows a row without a workspace", async () => {
    for (const table of filled) expect(await countAs(table, {}), table).toBe(0);
  });

  test("no table shows a row of another workspace", async () => {
    for (const table of filled) {
      expect(await countAs(table, { "app.workspace": mine }), table).toBe(0);
    }
  });

  test("what hangs on domains shows no row to people without that group", async () => {
    const open = ["workspace", "member", "domain_group", "member_group", "invitation", "quota_use"];
    const whole = ["recheck_use", "offer", "contract_answer", "activity", "selection"];
    const own = ["saved_view", "list_columns"];
    for (const table of filled.filter((name) => ![...open, ...whole, ...own].includes(name))) {
      const settings = { "app.workspace": theirs, "app.groups": `{${randomUUID()}}` };
      expect(await countAs(table, settings), table).toBe(0);
      expect(await countAs(table, { ...settings, "app.groups": "{}" }), table).toBe(0);
    }
  });

  test("each shows its row to its own workspace", async () => {
    for (const table of filled) {
      if (table.startsWith("asset_observation_")) continue;
      expect(await countAs(table, { "app.workspace": theirs }), table).toBeGreaterThan(0);
    }
  });

  test("it owns nothing, bypasses nothing, and row level security is forced everywhere", async () => {
    const { rows } = await database.application.pool.query(
      `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty,
         exists (select from pg_class c where c.relowner = r.oid) as owner
       from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([{ mighty: false, owner: false }]);
    const { rows: unguarded } = await database.owner.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'karte'::regnamespace
       and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`,
    );
    expect(unguarded.map(({ name }) => name).sort()).toEqual(Object.keys(common).sort());
  });

  test("it can change no log, no policy and no table", async () => {
    const { pool } = database.application;
    await expect(pool.query("delete from karte.activity")).rejects.toThrow(/permission denied/);
    await expect(
      pool.query("alter table karte.domain no force row level security"),
    ).rejects.toThrow(/owner/);
    await expect(pool.query("drop policy own on karte.domain")).rejects.toThrow(/owner/);
  });

  // Behind a sub-select every workspace is planned as an average one (decision 40).
  test("policies compare with the workspace itself", async () => {
    const { rows } = await database.owner.pool.query<{ tablename: string }>(
      `select tablename from pg_policies where schemaname = 'karte'
       and (qual ~* 'select [a-z.]*workspace_now' or with_check ~* 'select [a-z.]*workspace_now')`,
    );
    expect(rows).toEqual([]);
  });

  test("views take the rights of whoever asks", async () => {
    const { rows } = await database.owner.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'karte'::regnamespace
       and relkind = 'v' and not coalesce(reloptions::text[] @> '{security_invoker=true}', false)`,
    );
    expect(rows).toEqual([]);
  });
});
