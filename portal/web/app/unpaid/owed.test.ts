import type { InvoiceView } from "@sekimori/portal-contract/endpoints/invoice";
import { describe, expect, test } from "vitest";
import { namesOf, owedOf, standingOf } from "./owed.ts";

const invoice = (number: string, period: string, facts: Partial<InvoiceView>): InvoiceView => ({
  id: number,
  kind: "invoice",
  number,
  state: "open",
  issuedOn: period,
  dueOn: period,
  paidOn: null,
  period,
  amount: 11_000,
  taxPercent: 10,
  taxAmount: 1_000,
  lateCharge: 0,
  lines: [],
  total: 11_000,
  mendedBy: null,
  canPay: false,
  isBeingCharged: false,
  nextTryAt: null,
  corrects: null,
  ...facts,
});

const failed = { canPay: true };
const charged = { canPay: true, isBeingCharged: true };
const paid = { state: "paid" } as const;

test("what has failed is owed, the oldest month first; what is tried for the first time isn't yet", () => {
  const december = invoice("SK-2", "2026-12-01", failed);
  const november = invoice("SK-1", "2026-11-01", charged);
  const first = invoice("SK-3", "2027-01-01", { isBeingCharged: true });
  const owed = owedOf([first, december, november, invoice("SK-0", "2026-10-01", paid)]);
  expect(owed).toEqual([november, december]);
  expect(namesOf(owed)).toBe("SK-1,SK-2");
});

describe("where what is owed stands", () => {
  const one = (facts: Partial<InvoiceView>) => [invoice("SK-1", "2026-11-01", facts)];

  test.each([
    ["nothing was ever owed", one(paid), false, "", "nothing"],
    ["others' numbers in the address say nothing", one(paid), false, "SK-9", "nothing"],
    ["a charge has failed", one(failed), false, "", "unpaid"],
    ["it is charged again", one(charged), false, "", "charging"],
    ["its holder is waited for", one(charged), true, "SK-1", "unpaid"],
    ["what the reader had charged is paid", one(paid), false, "SK-1", "paid"],
    ["what the reader had charged is void", one({ state: "void" }), false, "SK-1", "nothing"],
  ] as const)("%s", (_case, invoices, waits, names, kind) => {
    expect(standingOf(invoices, waits, names).kind).toBe(kind);
  });

  test.each([
    ["SK-1", false, true],
    ["SK-2", false, false],
    // Nothing came of it yet: it waits on the issuer's page.
    ["SK-1", true, false],
  ])("a charge of %s has failed just now (holder waited for: %s): %s", (names, waits, just) => {
    expect(standingOf(one(failed), waits, names)).toMatchObject({ kind: "unpaid", failed: just });
  });

  test("while one of two is charged, it alone is named", () => {
    const [tried, left] = [
      invoice("SK-1", "2026-11-01", charged),
      invoice("SK-2", "2026-12-01", failed),
    ];
    expect(standingOf([left, tried], false, "SK-1,SK-2")).toEqual({
      kind: "charging",
      invoices: [tried],
    });
  });
});
