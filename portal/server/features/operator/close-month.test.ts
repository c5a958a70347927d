import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { movableClock } from "@sekimori/kit-server/clock";
import { transaction } from "@sekimori/kit-server/database";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import { issuedLines, movementLines, type Posting, paidLines, post } from "../billing/ledger.ts";
import { billingMonth } from "./billing-month.ts";
import { closeMonth } from "./close-month.ts";
import { DryRun } from "./operator-audit.ts";

// Rows and no worker: it would bill whatever is planted here.

let database: TestDatabase<Tables>;
let tables: { readonly db: TestDatabase<Tables>["db"]; readonly clock: typeof clock };
const clock = movableClock();
const setClock = (moment: string) => clock.set(new Date(moment));
const invoiceId = "6f1f5ed2-0000-4000-8000-000000000001";

beforeAll(async () => {
  database = await createTestDatabase<Tables>(portalMigrations, "portal");
  tables = { db: database.db, clock };
  setClock("2027-02-01T03:00:00Z");
  // One member, and the paid month of February.
  const [account, contract, attempt] = [randomUUID(), randomUUID(), randomUUID()];
  await run(`
    insert into portal.account (id, email_digest, personal, user_type, language, created_at)
      values ('${account}', 'digest', '', '1', 'ja', now());
    insert into portal.contract (id, account_id, plan, started_on, next_billing_on, monthly_price,
      tax_percent, created_at) values ('${contract}', '${account}', 'detailed', '2026-12-20',
      '2027-04-01', 11000, 10, now());
    insert into portal.invoice (id, kind, number, contract_id, account_id, period, state, issued_on,
      due_on, paid_on, amount, tax_percent, tax_amount, total, snapshot, snapshot_hash, created_at)
      values ('${invoiceId}', 'invoice', 1, '${contract}', '${account}', '2027-02-01', 'paid',
      '2027-02-01', '2027-02-01', '2027-02-01', 11000, 10, 1000, 11000, '', '', now());
    insert into portal.charge_attempt (id, invoice_id, attempt_number, account_id, amount, gateway,
      gateway_card, card_last4, idempotency_key, gateway_charge, state, created_at, sent_at,
      finished_at) values ('${attempt}', '${invoiceId}', 1, '${account}', 11000, 'sandbox', 'card',
      '1000', 'key', 'ch', 'succeeded', now(), now(), now());
    insert into portal.reconciliation values ('2027-02-01', now(), 1, 11000);
  `);
  const lines = issuedLines({ amount: 11_000, taxAmount: 1_000, lateCharge: 0 });
  await book({ kind: "issued", source: invoiceId, on: february, invoiceId, lines });
  await book({ kind: "paid", source: attempt, on: february, invoiceId, lines: paidLines(11_000) });
});
afterAll(() => database.close());

const by = { operator: "Sato" };
const february = "2027-02-01";
const close = (month = february, despite?: string) =>
  closeMonth(tables, by, { month, ...(despite === undefined ? {} : { despite }) });
const run = (statement: string) => database.pool.query(statement);
const fee = (on: string, yen = 30): Posting => ({
  kind: "fee",
  source: randomUUID(),
  on,
  invoiceId: null,
  lines: movementLines.fee(yen),
});
const book = (posting: Posting) =>
  transaction(database.db, (tx) => post(tx, [posting], clock.now()));
const dayOf = async ({ source }: Posting) =>
  (
    await database.pool.query(
      "select posted_on::text as day from portal.ledger_posting where source = $1",
      [source],
    )
  ).rows.map(({ day }) => day);

test("a month is closed when it is over and everything of it is known", async () => {
  await expect(close()).rejects.toThrow("2027-02 is not over before the end of 2027-02-28.");
  setClock("2027-03-01T01:00:00Z");

  // Each thing that is not over, and how it is planted and taken away again.
  const obstacles: [sentence: string, plant: string, mend: string][] = [
    [
      "contracts not billed yet: 1",
      "update portal.contract set next_billing_on = '2027-02-28'",
      "update portal.contract set next_billing_on = '2027-04-01'",
    ],
    [
      "contracts due and parked: 1",
      `update portal.contract set next_billing_on = '2027-02-28';
       insert into portal.parked_contract select id, 'operator', 'a question', now()
         from portal.contract`,
      `update portal.contract set next_billing_on = '2027-04-01';
       delete from portal.parked_contract`,
    ],
    [
      "charges without an answer: 1",
      `insert into portal.charge_attempt (id, invoice_id, attempt_number, account_id, amount,
         gateway, gateway_card, card_last4, idempotency_key, state, created_at, sent_at)
       select gen_random_uuid(), invoice_id, 9, account_id, amount, gateway, gateway_card,
         card_last4, 'planted', 'unknown', now(), now() from portal.charge_attempt`,
      "delete from portal.charge_attempt where idempotency_key = 'planted'",
    ],
    [
      "open refunds: 1",
      `insert into portal.refund (id, invoice_id, attempt_id, amount, reason, operator,
         idempotency_key, state, created_at)
       select gen_random_uuid(), invoice_id, id, 1, '', '', 'planted', 'pending', '2027-02-20'
         from portal.charge_attempt`,
      "delete from portal.refund where idempotency_key = 'planted'",
    ],
    [
      "sums that differ from the payment company's ledger: 1",
      `insert into portal.reconciliation_difference
       values ('2027-02-01', 'charge', 'ch_other', 0, 700, 'operator')`,
      "delete from portal.reconciliation_difference",
    ],
    [
      "days not held against the payment company's ledger: 1",
      "delete from portal.reconciliation",
      "insert into portal.reconciliation values ('2027-02-01', now(), 1, 11000)",
    ],
  ];
  for (const [sentence, plant, mend] of obstacles) {
    await run(plant);
    await expect(close()).rejects.toThrow(`2027-02 cannot be closed: ${sentence}.`);
    await run(mend);
  }
  await expect(closeMonth(tables, { ...by, dryRun: true }, { month: february })).rejects.toThrow(
    DryRun,
  );

  // Somebody is posting into it: that is waited for, and counted.
  const last = fee("2027-02-28");
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const posting = transaction(database.db, async (tx) => {
    await post(tx, [last], clock.now());
    isWritten();
    await mayCommit;
  });
  await written;
  const before = (await billingMonth(tables, february)).closed;
  const closing = close();
  await vi.waitFor(async () => {
    const { rowCount } = await run(
      `select from pg_locks where not granted and relation = 'portal.ledger_posting'::regclass
       and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rowCount).toBe(1);
  }, 10_000);
  commit();
  await posting;
  const closed = await closing;
  expect(before).toBeNull();
  const balances = { fees: 30, gateway: 10_970, receivable: 0, revenue: -10_000, tax: -1_000 };
  expect(closed).toEqual({ month: "2027-02", postings: 3, balances });
  expect((await billingMonth(tables, february)).closed).toMatchObject({ by: "Sato" });
});

test("nothing is posted into a closed month: what comes late stands on the next open day", async () => {
  const late = fee("2027-02-15");
  await book(late);
  expect(await dayOf(late)).toEqual(["2027-03-01"]);
  const today = fee("2027-03-05");
  await book(today);
  expect(await dayOf(today)).toEqual(["2027-03-05"]);
  const insert = `insert into portal.ledger_posting
    values (gen_random_uuid(), 'fee', 'by hand', '2027-02-15', now())`;
  await expect(run(insert)).rejects.toThrow("a closed month takes no posting");
  await expect(run("delete from portal.closed_month")).rejects.toThrow("append-only");
});

test("months are closed once and in order; what differs may stay so, with a reason", async () => {
  await expect(close()).rejects.toThrow("2027-02 is closed already.");
  setClock("2027-05-01T03:00:00Z");
  await run("update portal.contract set next_billing_on = '2027-06-01'");
  await expect(close("2027-04-01")).rejects.toThrow("2027-03 comes first");
  await run("insert into portal.reconciliation values ('2027-03-20', now(), 1, 700)");
  await run(`insert into portal.reconciliation_difference
    values ('2027-03-20', 'charge', 'ch_other', 0, 700, 'operator')`);
  await expect(close("2027-03-01")).rejects.toThrow("sums that differ");
  await close("2027-03-01", "a test charge by hand");
  await close("2027-04-01");
  const { rows } = await run(
    "select detail from portal.audit_event where action = 'operator.month-closed' order by id",
  );
  expect(rows.map(({ detail }) => [detail.month, detail.operator, detail.despite])).toEqual([
    ["2027-02", "Sato", undefined],
    ["2027-03", "Sato", "a test charge by hand"],
    ["2027-04", "Sato", undefined],
  ]);
});
