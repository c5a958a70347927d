import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { transaction } from "@sekimori/kit-server/database";
import { createSealer, parseKeyring } from "@sekimori/kit-server/sealing";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { movementLines, post } from "../billing/ledger.ts";
import { type AccountingEvent, accountingEvents } from "./accounting-events.ts";

// More postings than are held at a time, and of documents several of one number.

let database: TestDatabase<Tables>;
beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
});
afterAll(() => database.close());

const sealer = createSealer(parseKeyring(`test:${Buffer.alloc(32, 7).toString("base64")}`));
const day = "2027-01-31";

/** Documents without a name any more, each issued and paid; the numbers go against the order. */
async function plantDocuments(count: number): Promise<void> {
  await database.pool.query(
    `with account as (
      insert into portal.account (id, email_digest, personal, user_type, language, created_at)
        values ('${randomUUID()}', 'digest', '', '1', 'ja', now()) returning id
    ), invoice as (
      insert into portal.invoice (id, kind, number, contract_id, account_id, period, state,
        issued_on, due_on, paid_on, amount, tax_percent, tax_amount, total, snapshot,
        snapshot_hash, document_removed_on, created_at)
      select gen_random_uuid(), 'invoice', $1 - n, gen_random_uuid(), account.id, '2027-01-01',
        'paid', '2027-01-01', '2027-01-31', '2027-01-31', 11000, 10, 1000, 11000, null, 'hash',
        '2040-01-01', now()
      from account, generate_series(1, $1::int) n returning id
    ), posting as (
      insert into portal.ledger_posting (id, kind, source, posted_on, happened_on, created_at)
      select gen_random_uuid(), kind, invoice.id, '2027-01-31', '2027-01-31', now()
      from invoice, unnest(array['paid', 'issued']) kind returning id, kind, source
    )
    insert into portal.ledger_entry (posting_id, account, amount, invoice_id)
    select posting.id, line.account, line.amount, posting.source::uuid
    from posting join (values ('issued', 'receivable', 11000), ('issued', 'revenue', -10000),
      ('issued', 'tax', -1000), ('paid', 'gateway', 11000), ('paid', 'receivable', -11000)
    ) line (kind, account, amount) on line.kind = posting.kind`,
    [count],
  );
}

const fees = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    kind: "fee" as const,
    source: `fee-${at}`,
    on: day,
    invoiceId: null,
    lines: movementLines.fee(at + 1),
  }));

test("a month is read in portions, each posting once, in the order of days and documents", async () => {
  await plantDocuments(700);
  await transaction(database.db, (tx) => post(tx, fees(900), new Date()));
  const portions: (readonly AccountingEvent[])[] = [];
  await accountingEvents({ db: database.db, sealer }, "2027-01-01", (events) => {
    portions.push(events);
  });
  expect(portions.map(({ length }) => length)).toEqual([1000, 1000, 300]);
  const events = portions.flat();
  const documents = events.flatMap((event) => (event.kind === "moved" ? [] : [event]));
  const numbers = documents.map(({ number }) => number);
  expect(documents).toHaveLength(1400);
  expect(numbers).toEqual(numbers.toSorted());
  expect(documents.filter(({ kind }) => kind === "paid")).toHaveLength(700);
  for (const { amount, party } of documents) expect([amount, party]).toEqual([11_000, ""]);
  // What has no document follows, in the order in which it was written.
  const yen = events.slice(1400).map((event) => (event.kind === "moved" ? event.yen : undefined));
  expect(yen).toEqual(fees(900).map((_, at) => at + 1));
});
