import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@sekimori/kit-development/testing";
import { migrate } from "@sekimori/kit-server/database";
import { expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";

// Refunds that were open when the product learned when each was sent (migration 049).

test("a refund without an answer counts as sent when it was made, and others as they were", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sekimori-migrations-"));
  const [all] = portalMigrations;
  if (all === undefined) throw new Error("no migrations");
  for (const name of await readdir(all.folder)) {
    if (name < "049") await cp(join(all.folder, name), join(folder, name));
  }
  const database = await createTestDatabase<Tables>([{ ...all, folder }], "portal");
  try {
    await database.pool.query(`
      with invoice as (
        insert into portal.invoice (id, kind, contract_id, account_id, period, state, issued_on,
          due_on, amount, tax_percent, tax_amount, total, created_at)
        values (gen_random_uuid(), 'invoice', gen_random_uuid(), gen_random_uuid(), '2027-01-01',
          'draft', '2027-01-01', '2027-01-01', 11000, 10, 1000, 11000, now())
        returning id
      ), attempt as (
        insert into portal.charge_attempt (id, invoice_id, attempt_number, account_id, amount,
          gateway, gateway_card, card_last4, idempotency_key, state, gateway_charge, created_at)
        select gen_random_uuid(), id, 1, gen_random_uuid(), 11000, 'stripe', 'pm', '4242', 'key',
          'succeeded', 'pi', now() from invoice
        returning id, invoice_id
      )
      insert into portal.refund (id, invoice_id, attempt_id, amount, reason, operator,
        idempotency_key, gateway_refund, state, created_at)
      select gen_random_uuid(), invoice_id, attempt.id, 1000, 'Goodwill', 'Sato', state, named, state,
        '2027-01-10T03:00:00Z'
      from attempt, (values ('created', null), ('pending', 're_1')) as given (state, named)`);
    await migrate(database, portalMigrations);
    const { rows } = await database.pool.query(
      "select state, sent_at from portal.refund order by state",
    );
    expect(rows).toEqual([
      { state: "created", sent_at: new Date("2027-01-10T03:00:00Z") },
      { state: "pending", sent_at: null },
    ]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});
