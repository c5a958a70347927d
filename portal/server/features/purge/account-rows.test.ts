import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import type { KyselyPlugin, RootOperationNode } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { accountRows } from "./account-rows.ts";

// A deletion counts in every table. Where one has no index for it, all members' rows are read for one.

let database: TestDatabase<Tables>;
const account = randomUUID();
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  // One row of each kind that others hang on, so that no column is left out.
  const [contract, invoice, note, attempt] = Array.from({ length: 4 }, () => randomUUID());
  await database.pool.query(`
    insert into portal.account (id, email_digest, personal, user_type, language, created_at)
      values ('${account}', 'd', '\\x', '2', 'ja', now());
    insert into portal.contract (id, account_id, plan, tax_percent, started_on, created_at)
      values ('${contract}', '${account}', 'free', 10, '2027-01-01', now());
    insert into portal.invoice (id, kind, contract_id, account_id, period, state, issued_on, due_on,
      amount, tax_percent, tax_amount, total, corrects, created_at)
      select given.id::uuid, kind, '${contract}', '${account}', '2027-01-01', 'draft', '2027-01-01',
        '2027-01-01', 11000, 10, 1000, 11000, corrects::uuid, now()
      from (values ('${invoice}', 'invoice', null), ('${note}', 'credit-note', '${invoice}'))
        as given (id, kind, corrects);
    insert into portal.charge_attempt (id, invoice_id, attempt_number, account_id, amount, gateway,
      gateway_card, card_last4, idempotency_key, state, created_at)
      values ('${attempt}', '${invoice}', 1, '${account}', 11000, 'sandbox', 'card', '1003', 'key',
      'created', now());
    insert into portal.session (id, token_digest, account_id, created_at, authenticated_at,
      last_seen_at, expires_at, device, ip_address)
      values (gen_random_uuid(), 'd', '${account}', now(), now(), now(), now(), '', '::1');
    insert into portal.oidc_record (model, id_digest, payload, grant_id, expires_at)
      values ('Grant', 'd', jsonb_build_object('accountId', '${account}'), 'g', now())`);
});
afterAll(() => database.close());

test.each([
  ["an account of which there is everything", account],
  ["one of which there is nothing", randomUUID()],
])("no table is read as a whole to count the rows of %s", async (_, id) => {
  const asked: RootOperationNode[] = [];
  const noting: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await database.db
    .withPlugin(noting)
    .transaction()
    .execute(async (tx) => (await accountRows(tx, id))());
  const client = await database.pool.connect();
  const whole = new Set<string>();
  try {
    // The planner reads small tables whole unless it is kept from it; then it does where it must.
    await client.query("set enable_seqscan = off");
    for (const node of asked) {
      const { sql, parameters } = database.db.getExecutor().compileQuery(node, { queryId: "" });
      if (!sql.includes('"portal".')) continue;
      const { rows } = await client.query(`explain ${sql}`, [...parameters]);
      for (const row of rows) {
        const table = /Seq Scan on (\S+)/.exec(row["QUERY PLAN"])?.[1];
        if (table !== undefined) whole.add(table);
      }
    }
  } finally {
    client.release(true);
  }
  expect(asked.length).toBeGreaterThan(20);
  expect([...whole]).toEqual([]);
});
