import { createTestDatabase } from "@sekimori/kit-development/testing";
import { expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { findRunning } from "./contract-notices.ts";

test("running contracts are read in portions, each once, and ended ones not at all", async () => {
  const database = await createTestDatabase<Tables>(portalMigrations, "portal");
  try {
    await database.pool.query(`
      with account as (
        insert into portal.account (id, email_digest, personal, user_type, language, created_at)
        select gen_random_uuid(), n::text, '', '1', 'ja', now() from generate_series(1, 2600) n
        returning id, email_digest::int as n
      )
      insert into portal.contract (id, account_id, plan, started_on, next_billing_on, monthly_price,
        tax_percent, created_at, ends_on, end_reason)
      select gen_random_uuid(), id, 'detailed', '2026-12-20', '2027-02-01', 11000, 10, now(),
        case when n > 2500 then '2026-12-31'::date end, case when n > 2500 then 'cancelled' end
      from account`);
    let statements = 0;
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const ids: string[] = [];
    for await (const { id } of findRunning({ db })) ids.push(id);
    expect(ids).toHaveLength(2500);
    expect(new Set(ids).size).toBe(2500);
    expect(statements).toBe(3);
  } finally {
    await database.close();
  }
});
