import { createTestDatabase } from "@sekimori/kit-development/testing";
import type { Database } from "@sekimori/kit-server/database";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Queryable } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { claimCreated } from "./attempt-repository.ts";

// Thousands of attempts wait while a month is charged. Whoever reads all of them for each few that
// are taken makes a month that grows with its square.

const taken = 32;

let database: Database<Tables>;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  // Answered from the beginning: what an update leaves behind in the indexes would be read too.
  await billed("2026-12-01", 1_000, "succeeded");
  // The planner's figures are of before the run, when nothing waited.
  await database.pool.query("analyze portal.charge_attempt");
  await billed("2027-01-01", 3_000, "created");
});
afterAll(() => database.close());

/** Invoices of a month, each with an attempt that was answered, or that nobody has sent yet. */
async function billed(month: string, count: number, state: "succeeded" | "created"): Promise<void> {
  await database.pool.query(
    `insert into portal.invoice (id, kind, contract_id, account_id, period, state, issued_on, due_on,
       amount, tax_percent, tax_amount, total, created_at)
     select gen_random_uuid(), 'invoice', gen_random_uuid(), gen_random_uuid(), $1::date, 'draft',
       $1::date, $1::date, 11000, 10, 1000, 11000, now() from generate_series(1, $2)`,
    [month, count],
  );
  await database.pool.query(
    `insert into portal.charge_attempt (id, invoice_id, attempt_number, account_id, amount, gateway,
       gateway_card, card_last4, idempotency_key, state, gateway_charge, created_at)
     select gen_random_uuid(), id, 1, account_id, total, 'sandbox', 'card', '1003', id::text, $2,
       case $2 when 'succeeded' then id::text end, now()
     from portal.invoice where period = $1::date`,
    [month, state],
  );
}

/** Entries of the attempts' indexes that were read so far, and rows without an index. */
async function readsOf(db: Queryable): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ reads: number }>`
    select (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'charge_attempt')::int
      + (select seq_tup_read from pg_stat_user_tables where relname = 'charge_attempt')::int as reads`.execute(
    db,
  );
  return rows[0]?.reads ?? 0;
}

test.each(["before the planner knows how many wait", "when it knows"])(
  "takes a few attempts without reading the others, %s",
  async (when) => {
    if (when === "when it knows") await database.pool.query("analyze portal.charge_attempt");
    await database.db.connection().execute(async (db) => {
      const before = await readsOf(db);
      expect(await claimCreated(db, taken, new Date())).toHaveLength(taken);
      const reads = (await readsOf(db)) - before;
      expect(reads).toBeGreaterThan(0);
      expect(reads).toBeLessThan(10 * taken);
    });
  },
);
