import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { transaction } from "@sekimori/kit-server/database";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Tables } from "../../database/generated/tables.ts";
import { portalMigrations } from "../../migrations.ts";
import {
  issuedLines,
  type LedgerLine,
  movementLines,
  type Posting,
  paidLines,
  post,
  refundedLines,
  voidedLines,
} from "./ledger.ts";

/** What each account has moved by; accounts that did not move are left out. */
function moved(lines: readonly LedgerLine[]): Readonly<Record<string, number>> {
  return Object.fromEntries(lines.filter(([, amount]) => amount !== 0));
}

// 11,000 yen of which 1,000 are tax, and 30 yen because a month before was paid late.
const issued = issuedLines({ amount: 11_000, taxAmount: 1_000, lateCharge: 30 });

describe("the lines of a posting", () => {
  test.each<[string, readonly LedgerLine[], Readonly<Record<string, number>>]>([
    [
      "an invoice is owed whole; of it price, tax and late charge are apart",
      issued,
      { receivable: 11_030, revenue: -10_000, tax: -1_000, "late-charge": -30 },
    ],
    [
      "an invoice that is taken back is owed no more, in any part",
      voidedLines({ amount: 11_000, taxAmount: 1_000, lateCharge: 30 }),
      { receivable: -11_030, revenue: 10_000, tax: 1_000, "late-charge": 30 },
    ],
    [
      "what is paid, the company owes in the member's place",
      paidLines(11_030),
      { gateway: 11_030, receivable: -11_030 },
    ],
    [
      "a refund takes back price and tax",
      refundedLines(5_500, 500),
      { revenue: 5_000, tax: 500, gateway: -5_500 },
    ],
    [
      "a refund of more than the service takes back the late charge too",
      refundedLines(11_000, 1_000, 30),
      { revenue: 10_000, tax: 1_000, "late-charge": 30, gateway: -11_030 },
    ],
    ["a fee is kept by the company", movementLines.fee(396), { fees: 396, gateway: -396 }],
    ["a payout reaches the bank", movementLines.payout(10_604), { bank: 10_604, gateway: -10_604 }],
    [
      "a dispute takes the money away for a while",
      movementLines.dispute(11_000),
      { disputed: 11_000, gateway: -11_000 },
    ],
    [
      "a dispute that is won brings it back",
      movementLines["dispute-won"](11_000),
      { gateway: 11_000, disputed: -11_000 },
    ],
    [
      "a dispute that is lost makes it a loss",
      movementLines["dispute-lost"](11_000),
      { loss: 11_000, disputed: -11_000 },
    ],
  ])("%s", (_case, lines, expected) => {
    expect(moved(lines)).toEqual(expected);
    expect(lines.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
  });
});

describe("the books", () => {
  const now = new Date("2027-02-01T03:00:00Z");
  const invoiceId = "6f1f5ed2-0000-4000-8000-000000000001";
  const posting = (source: string, changes: Partial<Posting> = {}): Posting => ({
    kind: "issued",
    source,
    on: "2027-02-01",
    invoiceId,
    lines: issued,
    ...changes,
  });

  let database: TestDatabase<Tables>;
  beforeAll(async () => {
    database = await createTestDatabase<Tables>(portalMigrations, "portal");
  });
  afterAll(() => database.close());
  let run = 0;
  beforeEach(() => {
    run += 1;
  });

  const write = (...postings: readonly Posting[]) =>
    transaction(database.db, (tx) => post(tx, postings, now));

  async function entriesOf(source: string) {
    const { rows } = await sql`
      select posting.kind, posting.posted_on::text as on, posting.created_at as at, entry.account,
        entry.amount, entry.invoice_id as invoice
      from portal.ledger_posting as posting
      join portal.ledger_entry as entry on entry.posting_id = posting.id
      where posting.source = ${source} order by entry.sequence`.execute(database.db);
    return rows;
  }

  test("keep what was posted, line by line, without lines of nothing", async () => {
    const source = `kept-${run}`;
    const lines = issuedLines({ amount: 11_000, taxAmount: 1_000, lateCharge: 0 });
    expect(await write(posting(source, { lines }))).toBe(1);
    const one = { kind: "issued", on: "2027-02-01", at: now, invoice: invoiceId };
    expect(await entriesOf(source)).toEqual([
      { ...one, account: "receivable", amount: 11_000 },
      { ...one, account: "revenue", amount: -10_000 },
      { ...one, account: "tax", amount: -1_000 },
    ]);
  });

  test("keep a posting once however often it is asked for, and new ones beside it", async () => {
    const [known, other] = [`known-${run}`, `other-${run}`];
    expect(await write(posting(known))).toBe(1);
    expect(await write(posting(known), posting(other, { invoiceId: null }))).toBe(1);
    expect(await write(posting(known), posting(other))).toBe(0);
    expect(await entriesOf(known)).toHaveLength(4);
    expect(await entriesOf(other)).toHaveLength(4);
    expect(await write(posting(known, { kind: "paid", lines: paidLines(11_030) }))).toBe(1);
  });

  test("keep the fact of a posting that moved nothing", async () => {
    expect(await write(posting(`nothing-${run}`, { lines: [] }))).toBe(1);
    expect(await entriesOf(`nothing-${run}`)).toEqual([]);
    expect(await write()).toBe(0);
  });

  test("refuse what does not add up to zero, and all that came with it", async () => {
    const [good, crooked] = [`good-${run}`, `crooked-${run}`];
    const lines: LedgerLine[] = [
      ["gateway", 100],
      ["receivable", -99],
    ];
    const writing = write(posting(good), posting(crooked, { lines }));
    await expect(writing).rejects.toThrow("a posting must add up to zero");
    expect(await entriesOf(good)).toEqual([]);
  });
});
