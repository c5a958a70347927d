import { randomUUID } from "node:crypto";
import {
  giveUpInvoice,
  parkContract,
  refundInvoice,
  releaseContract,
  retryCharge,
  voidInvoice,
} from "@sekimori/console-contract/endpoints/billing";
import { showHistory, showMember } from "@sekimori/console-contract/endpoints/members";
import type { TestClient } from "@sekimori/kit-development/testing";
import { accountIdOf, signUpTo } from "@sekimori/portal-server/testing/members";
import { runDay, setClocks } from "@sekimori/portal-server/testing/moving-days";
import { agree, cards, submitCard } from "@sekimori/portal-server/testing/sign-up-calls";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestConsole, type TestConsole } from "../testing/test-console.ts";

// Money from the console: what is charged, given back and no longer owed, counted in the books.

const reason = "ticket 12";

let portal: TestPortal;
let operator: TestConsole;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClocks(portal, "2026-11-20T03:00:00Z");
  operator = await startTestConsole(portal, {
    CONSOLE_SIGN_IN: "any",
    CONSOLE_REFUND_ALONE: "5000",
  });
});
afterAll(async () => {
  await operator.stop();
  await portal.close();
});

async function payingMember(card: string): Promise<string> {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, card);
  await agree(browser);
  return accountIdOf(portal, email);
}

async function moneyOf(browser: TestClient, member: string) {
  const { money } = await browser.call(showMember, { body: { member, reason } });
  const [invoice] = money.invoices.filter(({ number }) => number !== "").slice(-1);
  if (!invoice || money.contractId === null) throw new Error("no invoice");
  return { ...money, invoice, contract: money.contractId };
}

/** Yen in the books about a member, by account; every posting sums up to nothing. */
async function booked(member: string): Promise<Record<string, number>> {
  const { rows } = await portal.database.pool.query<{ account: string; sum: number }>(
    `select e.account, sum(e.amount)::int as sum from portal.ledger_entry e
     join portal.invoice i on i.id = e.invoice_id where i.account_id = $1 group by 1`,
    [member],
  );
  const unequal = await portal.database.pool.query(
    "select posting_id from portal.ledger_entry group by 1 having sum(amount) <> 0",
  );
  expect(unequal.rows).toEqual([]);
  return Object.fromEntries(
    rows.filter(({ sum }) => sum !== 0).map(({ account, sum }) => [account, sum]),
  );
}

async function acts(member: string) {
  const { rows } = await portal.database.pool.query<{ action: string; detail: object }>(
    `select action, detail from portal.audit_event
     where account_id = $1 and action like 'operator.%' and action <> 'operator.account-read'
     order by id`,
    [member],
  );
  return rows;
}

const type = async (answer: Promise<{ readonly status: number; error(): { type: string } }>) => {
  const refused = await answer;
  return refused.status === 200 ? null : refused.error().type;
};

test("billing gives back, charges again, gives up, makes void, parks and releases, to the yen", async () => {
  const [good, bad] = [
    await payingMember("5555550000001000"),
    await payingMember(cards.chargeDeclined),
  ];
  await runDay(portal, "2026-12-31T15:10:00Z");
  const { name, enter } = await operator.returning("billing");
  let browser = await enter();
  const by = { operator: name, reason };

  const paid = await moneyOf(browser, good);
  expect(paid.invoice).toMatchObject({ state: "paid", total: 11_000, refundable: 11_000 });
  const { number } = paid.invoice;
  const asked = { invoice: number, note: "an outage of ours", reason };
  const refund = (amount: number) =>
    browser.attempt(refundInvoice, { body: { ...asked, amount, key: randomUUID() } });
  expect(await type(refund(11_001))).toBe("RefundRefused");
  expect(await type(refund(5_001))).toBe("SecondPersonNeeded");
  const form = { ...asked, amount: 3_000, key: randomUUID() };
  // Sent again after a lost answer, and at once, it is the same refund.
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => browser.call(refundInvoice, { body: form })),
  );
  expect(new Set(sent.map((done) => JSON.stringify(done)))).toEqual(
    new Set([JSON.stringify({ invoice: number, amount: 3_000 })]),
  );
  expect(await browser.call(refundInvoice, { body: form })).toEqual({
    invoice: number,
    amount: 3_000,
  });
  const other = { ...form, amount: 1_000 };
  expect(await type(browser.attempt(refundInvoice, { body: other }))).toBe("RefundKeyUsed");
  // In parts, and at once, no more is given back by one person than in one go.
  const parts = await Promise.all(Array.from({ length: 5 }, () => type(refund(2_000))));
  expect(parts.toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => "SecondPersonNeeded"),
    null,
  ]);
  expect(await type(refund(1))).toBe("SecondPersonNeeded");
  expect((await moneyOf(browser, good)).invoice.refundable).toBe(6_000);
  for (const [endpoint, refusal] of [
    [retryCharge, "ChargeRefused"],
    [giveUpInvoice, "GivingUpRefused"],
    [voidInvoice, "VoidingRefused"],
  ] as const) {
    const body = { invoice: number, reason };
    expect(await type(browser.attempt(endpoint, { body }))).toBe(refusal);
  }

  const owed = await moneyOf(browser, bad);
  const body = { invoice: owed.invoice.number, reason };
  expect(owed.invoice).toMatchObject({ state: "open", canPay: true, refundable: 0 });
  expect(await booked(bad)).toEqual({ receivable: 11_000, revenue: -10_000, tax: -1_000 });
  expect(await browser.call(retryCharge, { body })).toMatchObject({ amount: 11_000 });
  await runDay(portal, "2027-01-01T01:00:00Z");
  browser = await enter();
  await browser.call(giveUpInvoice, { body });
  expect((await moneyOf(browser, bad)).invoice.state).toBe("uncollectible");
  expect(await type(browser.attempt(giveUpInvoice, { body }))).toBe("GivingUpRefused");
  await browser.call(voidInvoice, { body });
  expect((await moneyOf(browser, bad)).invoice.state).toBe("void");
  expect(await type(browser.attempt(voidInvoice, { body }))).toBe("VoidingRefused");
  expect(await booked(bad)).toEqual({});

  const left = { contract: owed.contract, reason };
  const resumed = { ...left, parkedFor: "operator" } as const;
  await browser.call(parkContract, { body: left });
  expect((await moneyOf(browser, bad)).parked).toMatchObject({ reason: "operator" });
  expect(await type(browser.attempt(parkContract, { body: left }))).toBe("ParkingRefused");
  // What was shown is what goes on: a charge that nobody knows of is not made again by an old page.
  const old = { ...left, parkedFor: "unknown-charge" } as const;
  expect(await type(browser.attempt(releaseContract, { body: old }))).toBe("ReleaseRefused");
  expect((await moneyOf(browser, bad)).parked).toMatchObject({ reason: "operator" });
  const released = await browser.call(releaseContract, { body: resumed });
  expect([released, (await moneyOf(browser, bad)).parked]).toEqual([
    { parkedFor: "operator" },
    null,
  ]);
  expect(await type(browser.attempt(releaseContract, { body: resumed }))).toBe("ReleaseRefused");

  expect(await acts(good)).toEqual(
    [3_000, 2_000].map((amount) => ({
      action: "operator.refund-asked",
      detail: { ...by, invoice: number, amount },
    })),
  );
  const of = { ...by, invoice: owed.invoice.number };
  expect(await acts(bad)).toEqual([
    { action: "operator.charge-retried", detail: of },
    { action: "operator.invoice-given-up", detail: of },
    { action: "operator.invoice-voided", detail: of },
    { action: "operator.contract-parked", detail: { ...by, contract: owed.contract } },
    {
      action: "operator.contract-released",
      detail: { ...by, contract: owed.contract, parkedFor: "operator" },
    },
  ]);
  const { entries } = await browser.call(showHistory, { body: { member: bad, reason } });
  expect(entries.filter(({ operator: who }) => who === name).map(({ words }) => words.en)).toEqual(
    expect.arrayContaining(["Operator: voided an invoice", "Operator: retried a charge"]),
  );
  // 5,000 of 11,000 yen are given back, of which 272 and 181 were tax.
  expect(await booked(good)).toEqual({ gateway: 6_000, revenue: -5_453, tax: -547 });
});

test("one person gives no more back alone in a day in Tokyo than of one invoice, and each day anew", async () => {
  setClocks(portal, "2027-01-10T03:00:00Z");
  const members = [await payingMember("3530110000001008"), await payingMember("36227200001003")];
  await runDay(portal, "2027-02-28T15:10:00Z");
  const one = await operator.returning("billing");
  const two = await operator.returning("billing");
  let [browser, colleague] = [await one.enter(), await two.enter()];
  const [first = "", second = ""] = await Promise.all(
    members.map(async (member) => (await moneyOf(browser, member)).invoice.number),
  );
  const refund = (by: TestClient, invoice: string, amount: number) =>
    type(
      by.attempt(refundInvoice, {
        body: { invoice, amount, note: "an outage of ours", reason, key: randomUUID() },
      }),
    );
  // At once, and of two invoices: the limit is the person's.
  const answers = await Promise.all([
    refund(browser, first, 4_000),
    refund(browser, second, 4_000),
  ]);
  expect(answers.toSorted()).toEqual(["SecondPersonNeeded", null]);
  expect(await refund(browser, second, 1_001)).toBe("SecondPersonNeeded");
  expect(await refund(colleague, second, 1_000)).toBeNull();
  setClocks(portal, "2027-03-01T14:59:00Z");
  browser = await one.enter();
  expect(await refund(browser, second, 2_000)).toBe("SecondPersonNeeded");
  setClocks(portal, "2027-03-01T15:00:00Z");
  [browser, colleague] = [await one.enter(), await two.enter()];
  const given = answers[0] === null ? first : second;
  const fresh = given === first ? second : first;
  expect(await refund(browser, fresh, 2_000)).toBeNull();
});
