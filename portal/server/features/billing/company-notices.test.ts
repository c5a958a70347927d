import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { type StandIn, startStandIn } from "@sekimori/sandbox/stripe";
import { signatureOf } from "@sekimori/sandbox/stripe/deliveries";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { stripePaymentGateway } from "../../adapters/stripe-payment.ts";
import { signUpTo } from "../../testing/members.ts";
import {
  filedAccounts,
  freeeAccounts,
  moneyForwardAccounts,
  withoutZeros,
} from "../../testing/money-told.ts";
import { replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, password } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { accountingExport } from "../operator/accounting-export.ts";
import { askComparison } from "../operator/billing-acts.ts";
import { closeMonth } from "../operator/close-month.ts";
import { DryRun, OperatorRefused } from "../operator/operator-audit.ts";
import { warnOfExpiry } from "../payment/warn-of-expiry.ts";
import { addMonths } from "../plan/plan-dates.ts";
import { collectPayments, runBilling } from "./billing-run.ts";
import { chargeCreated } from "./charge-attempts.ts";
import { issueInvoices } from "./issue-invoices.ts";
import { reconcile, reconcileMissed } from "./reconcile.ts";
import { claimRefund, refundInvoice } from "./refund-service.ts";
import { settleRefunds } from "./settle-refunds.ts";

// Billing with Stripe, against a server of our own that stands in for it: what the company tells
// us, what happens there without us, and what is left to the nightly comparison.

let portal: TestPortal;
let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn({ now: () => portal.clock.now() });
  const gateway = stripePaymentGateway({ ...standInKeys, standIn: standIn.origin });
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" }, { scheduled: false }, () => gateway);
});
afterAll(async () => {
  await portal.close();
  await standIn.stop();
});

const setClock = (moment: string) => portal.clock.set(new Date(moment));
beforeEach(() => setClock("2026-11-20T03:00:00Z"));

const good = "4242424242424242";

async function paidMember(card: { month?: number; year?: number } = {}, number = good) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  // A card has one trial, so everybody has one of his own.
  const cardToken = standIn.token(number, { ...card, fingerprint: randomUUID() });
  const attempt = randomUUID();
  await browser.call(signUpWithCard, { body: { attempt, cardToken } });
  await agree(browser);
  const { id: contract, account_id: account } = await portal.database.db
    .selectFrom("portal.contract")
    .innerJoin("portal.account", "portal.account.id", "portal.contract.account_id")
    .where("portal.account.email_digest", "=", portal.context.digests.email(email))
    .select(["portal.contract.id", "portal.contract.account_id"])
    .executeTakeFirstOrThrow();
  return { browser, email, contract, account };
}

/** Puts another card in place of the member's, from a browser that has just signed in. */
async function replaceBy(email: string, number: string): Promise<void> {
  const browser = portal.browser();
  await browser.call(signIn, { body: { email, password } });
  await replaceCardAsShown(browser, standIn.token(number));
}

const differences = () =>
  portal.database.db
    .selectFrom("portal.reconciliation_difference")
    .selectAll()
    .orderBy("day")
    .execute();

/** The latest charge attempt of a contract. */
const attemptOf = (contract: string) =>
  portal.database.db
    .selectFrom("portal.charge_attempt as attempt")
    .innerJoin("portal.invoice", "portal.invoice.id", "attempt.invoice_id")
    .where("contract_id", "=", contract)
    .selectAll("attempt")
    .orderBy("attempt.attempt_number", "desc")
    .executeTakeFirstOrThrow();

/** Bills the first month and gives the paid invoice with its charge. */
async function paidInvoice(contract: string) {
  setClock("2027-01-01T03:00:00Z");
  await runBilling(portal.context, "2027-01-01");
  return vi.waitFor(async () => {
    const row = await portal.database.db
      .selectFrom("portal.invoice")
      .innerJoin("portal.charge_attempt as attempt", "attempt.invoice_id", "portal.invoice.id")
      .where("contract_id", "=", contract)
      .where("attempt.state", "=", "succeeded")
      .select(["portal.invoice.id", "portal.invoice.number", "attempt.gateway_charge as charge"])
      .executeTakeFirstOrThrow();
    return { id: row.id, number: row.number, charge: row.charge ?? "" };
  }, 20_000);
}

/** Tells the portal of everything that the company has to say since, in an order. */
async function tell(
  since: number,
  order: "as it came" | "backwards" = "as it came",
): Promise<void> {
  const events = standIn.events.slice(since);
  for (const event of order === "backwards" ? [...events].reverse() : events) {
    const payload = JSON.stringify(event);
    const { statusCode } = await portal.app.inject({
      method: "POST",
      url: "/v1/payment/webhook",
      headers: {
        "content-type": "application/json",
        "stripe-signature": signatureOf(payload, standInKeys.webhookSecret, portal.clock.now()),
      },
      payload,
    });
    expect(statusCode).toBe(204);
  }
}

/** The sums of the accounts that an invoice, a refund, a payout or all of a dispute has touched. */
async function booked(...sources: string[]): Promise<Record<string, number>> {
  const rows = await portal.database.db
    .selectFrom("portal.ledger_entry as entry")
    .innerJoin("portal.ledger_posting as posting", "posting.id", "entry.posting_id")
    .where((row) =>
      row.or([
        row("posting.source", "in", sources),
        row(sql<string>`split_part(posting.source, ':', 1)`, "in", sources),
      ]),
    )
    .select("entry.account")
    .select(({ fn }) => fn.sum<string>("entry.amount").as("sum"))
    .groupBy("entry.account")
    .execute();
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

const refundsOf = (invoice: string) =>
  portal.database.db
    .selectFrom("portal.refund")
    .selectAll()
    .where("invoice_id", "=", invoice)
    .execute();

async function mailTo(email: string, subject: string) {
  return vi.waitFor(() => {
    const found = portal.mails.to(email).filter((mail) => mail.subject.includes(subject));
    expect(found).not.toEqual([]);
    return found;
  }, 20_000);
}

describe("a refund that was made at the company itself", () => {
  test("is booked once and has a credit note, however often and in what order it is told", async () => {
    const { contract } = await paidMember();
    const invoice = await paidInvoice(contract);
    const since = standIn.events.length;
    const { company, happening } = standIn;
    happening.refundByHand(company, invoice.charge, 10_000);
    happening.refundByHand(company, invoice.charge, 500);
    await tell(since, "backwards");
    await tell(since);
    await Promise.all([tell(since), tell(since)]);
    const refunds = await refundsOf(invoice.id);
    expect(refunds.map(({ amount, state, operator }) => [amount, state, operator]).sort()).toEqual([
      [10_000, "succeeded", "payment company"],
      [500, "succeeded", "payment company"],
    ]);
    expect(await booked(...refunds.map(({ id }) => id))).toEqual({
      revenue: 10_500 - 954,
      tax: 954,
      gateway: -10_500,
    });
    const notes = await portal.database.db
      .selectFrom("portal.invoice")
      .select(["amount", "kind"])
      .where("corrects", "=", invoice.id)
      .execute();
    expect(notes).toEqual([{ amount: 10_000, kind: "credit-note" }]);
  });

  test("and one of ours whose notice comes before its answer are told apart", async () => {
    const { contract } = await paidMember();
    const invoice = await paidInvoice(contract);
    const since = standIn.events.length;
    const fault = { path: "/v1/refunds", kind: "lost" } as const;
    // More than its own tries: the worker may be asking for the refunds of the tests before.
    standIn.faults.push(fault, fault, fault, fault, fault, fault);
    const asked = { invoiceId: invoice.id, amount: 1_000, reason: "Goodwill", operator: "Sato" };
    expect((await refundInvoice(portal.context, asked)).state).toBe("created");
    standIn.faults.splice(0);
    await tell(since);
    await collectPayments(portal.context);
    const refunds = await refundsOf(invoice.id);
    expect(refunds.map(({ amount, state, operator }) => [amount, state, operator])).toEqual([
      [1_000, "succeeded", "Sato"],
    ]);
    expect(await booked(refunds[0]?.id ?? "")).toMatchObject({ gateway: -1_000 });
  });

  test("that cannot be asked about does not keep a later one from its turn", async () => {
    const [one, other] = [await paidMember(), await paidMember()];
    const broken = await paidInvoice(one.contract);
    const invoice = await paidInvoice(other.contract);
    const ask = (invoiceId: string) =>
      transaction(portal.database.db, (tx) =>
        claimRefund(
          tx,
          { invoiceId, amount: 1_000, reason: "Goodwill", operator: "Sato" },
          portal.clock.now(),
        ),
      );
    await ask(broken.id);
    const later = await ask(invoice.id);
    const { gateway } = portal.context;
    const refund: typeof gateway.refund = async (request) => {
      if (request.charge === broken.charge) throw new TypeError("an answer that nobody foresaw");
      return gateway.refund(request);
    };
    const failing = Object.create(gateway, { refund: { value: refund } });
    // Told by the error; or by nobody, where the worker has just been there.
    await settleRefunds({ ...portal.context, gateway: failing }).catch((error: unknown) =>
      expect(String(error)).toContain("nobody foresaw"),
    );
    expect((await refundsOf(invoice.id)).find(({ id }) => id === later.id)?.state).toBe(
      "succeeded",
    );
    await settleRefunds(portal.context);
    expect((await refundsOf(broken.id))[0]?.state).toBe("succeeded");
  });

  test("that the holder's bank sends back is taken out of the books, and waits for a person", async () => {
    const { contract } = await paidMember();
    const invoice = await paidInvoice(contract);
    const since = standIn.events.length;
    const { company, happening } = standIn;
    const { id } = happening.refundByHand(company, invoice.charge, 2_000);
    await tell(since);
    setClock("2027-01-09T03:00:00Z");
    happening.failRefund(company, id);
    const named = async () =>
      (await reconcile(portal.context, "2027-01-09")).filter(({ source }) => source === id);
    // Nobody has told us yet: until then it is a difference, and afterwards it is none.
    expect(await named()).toMatchObject([{ kind: "refund", theirs: 2_000 }]);
    await tell(since);
    await tell(since, "backwards");
    expect(await named()).toEqual([]);
    const [refund] = await refundsOf(invoice.id);
    expect(refund?.state).toBe("failed");
    expect(await booked(refund?.id ?? "", `${refund?.id}:back`)).toEqual({
      revenue: 0,
      tax: 0,
      gateway: 0,
    });
    const parked = await portal.database.db
      .selectFrom("portal.parked_contract")
      .select(["reason", "detail"])
      .where("contract_id", "=", contract)
      .executeTakeFirstOrThrow();
    expect(parked.detail).toContain("was sent back by the bank");
  });
});

describe("a dispute", () => {
  const disputeRow = (id: string) =>
    portal.database.db
      .selectFrom("portal.dispute")
      .select(["state", "amount"])
      .where("id", "=", id)
      .executeTakeFirst();

  test.each([
    ["won", { gateway: 0, disputed: 0 }],
    ["lost", { gateway: -11_000, disputed: 0, loss: 11_000 }],
  ] as const)("that is %s stands in the books once", async (outcome, expected) => {
    const { contract } = await paidMember();
    const invoice = await paidInvoice(contract);
    const since = standIn.events.length;
    const { company, happening } = standIn;
    const { id } = happening.openDispute(company, invoice.charge);
    await tell(since);
    await tell(since, "backwards");
    expect(await disputeRow(id)).toEqual({ state: "open", amount: 11_000 });
    expect(await booked(id)).toEqual({ gateway: -11_000, disputed: 11_000 });
    happening.closeDispute(company, id, outcome);
    await tell(since, "backwards");
    await tell(since);
    await reconcile(portal.context, "2027-01-01");
    expect(await disputeRow(id)).toEqual({ state: outcome, amount: 11_000 });
    expect(await booked(id)).toEqual(expected);
  });

  test("is money that the holder's bank took back: it is not refunded as well, unless it is won", async () => {
    const { contract } = await paidMember();
    const invoice = await paidInvoice(contract);
    const { company, happening } = standIn;
    let since = standIn.events.length;
    const { id } = happening.openDispute(company, invoice.charge);
    await tell(since);
    const asked = { invoiceId: invoice.id, amount: 1, reason: "Goodwill", operator: "Sato" };
    const claim = () =>
      transaction(portal.database.db, (tx) => claimRefund(tx, asked, portal.clock.now()));
    await expect(claim()).rejects.toThrow("Not more than 0 yen");
    since = standIn.events.length;
    happening.closeDispute(company, id, "won");
    await tell(since);
    expect(await claim()).toMatchObject({ amount: 1 });
  });

  test("withdrawn, won and withdrawn again is booked each time, once, and lost at last", async () => {
    const { contract } = await paidMember();
    const invoice = await paidInvoice(contract);
    const since = standIn.events.length;
    const { company, happening } = standIn;
    const { id } = happening.openDispute(company, invoice.charge);
    await tell(since);
    happening.closeDispute(company, id, "won");
    await tell(since);
    expect(await booked(id)).toEqual({ gateway: 0, disputed: 0 });
    happening.withdrawAgain(company, id);
    await tell(since, "backwards");
    await tell(since);
    await reconcile(portal.context, "2027-01-01");
    expect(await disputeRow(id)).toEqual({ state: "open", amount: 11_000 });
    expect(await booked(id)).toEqual({ gateway: -11_000, disputed: 11_000 });
    happening.closeDispute(company, id, "lost");
    await tell(since, "backwards");
    expect(await disputeRow(id)).toEqual({ state: "lost", amount: 11_000 });
    expect(await booked(id)).toEqual({ gateway: -11_000, disputed: 0, loss: 11_000 });
    // The bank thinks again: nothing is lost after all.
    happening.closeDispute(company, id, "won");
    await tell(since);
    expect(await reconcile(portal.context, "2027-01-01")).toEqual([]);
    expect(await disputeRow(id)).toEqual({ state: "won", amount: 11_000 });
    expect(await booked(id)).toEqual({ gateway: 0, disputed: 0, loss: 0 });
  });

  test("that the company's ledger never lists is named, also when its notice comes after the night", async () => {
    const { contract } = await paidMember();
    const invoice = await paidInvoice(contract);
    setClock("2027-02-03T03:00:00Z");
    await reconcileMissed(portal.context, "2027-02-03");
    const since = standIn.events.length;
    const { company, happening } = standIn;
    setClock("2027-02-02T05:00:00Z");
    const { id, balance_transactions: moved } = happening.openDispute(company, invoice.charge);
    const unlisted = new Set(moved.map((movement) => movement.id));
    const { transactions } = company.memory;
    transactions.splice(0, Infinity, ...transactions.filter((one) => !unlisted.has(one.id)));
    setClock("2027-02-03T05:00:00Z");
    await tell(since);
    expect(await booked(id)).toEqual({ gateway: -11_000, disputed: 11_000 });
    await reconcileMissed(portal.context, "2027-02-03");
    expect(await differences()).toEqual([
      {
        day: "2027-02-02",
        kind: "dispute",
        source: `${id}:${[...unlisted][0]}`,
        ours: -11_000,
        theirs: 0,
        actor: "payment-company",
      },
    ]);
  });

  test("of which no notice ever came is found at night", async () => {
    const { contract } = await paidMember();
    const invoice = await paidInvoice(contract);
    const { company, happening } = standIn;
    const { id } = happening.openDispute(company, invoice.charge);
    await reconcile(portal.context, "2027-01-01");
    expect((await disputeRow(id))?.state).toBe("open");
    happening.closeDispute(company, id, "lost");
    setClock("2027-01-20T03:00:00Z");
    await reconcile(portal.context, "2027-01-19");
    expect((await disputeRow(id))?.state).toBe("lost");
    expect(await booked(id)).toMatchObject({ loss: 11_000, disputed: 0 });
  });
});

/** What keeps January's books from being closed in February: also what the other tests have left. */
async function barsJanuary(): Promise<string[]> {
  setClock("2027-02-01T18:30:00Z");
  const trying = { operator: "Sato", dryRun: true };
  const closing = closeMonth(portal.context, trying, { month: "2027-01-01" });
  const refused = await closing.then(String, (error: unknown) => error);
  if (refused instanceof DryRun) return [];
  if (!(refused instanceof OperatorRefused)) throw refused;
  return refused.message.replace(/^2027-01 cannot be closed: |\.$/g, "").split("; ");
}

describe("a charge", () => {
  test("whose answer was lost is settled by its notice, once", async () => {
    const { contract, email } = await paidMember();
    const since = standIn.events.length;
    const fault = { path: "/confirm", kind: "lost" } as const;
    standIn.faults.push(fault, fault);
    setClock("2027-01-01T03:00:00Z");
    await runBilling(portal.context, "2027-01-01");
    const attempts = () =>
      portal.database.db
        .selectFrom("portal.charge_attempt as attempt")
        .innerJoin("portal.invoice", "portal.invoice.id", "attempt.invoice_id")
        .where("contract_id", "=", contract)
        .select(["attempt.state", "attempt.prepared"])
        .execute();
    expect(await attempts()).toMatchObject([{ state: "unknown" }]);
    await tell(since);
    await tell(since, "backwards");
    expect(await attempts()).toMatchObject([{ state: "succeeded" }]);
    expect(await mailTo(email, "received")).toHaveLength(1);
  });

  test.each([
    ["the next night", () => reconcileMissed(portal.context, "2027-01-03")],
    [
      "the operator's command",
      async () => {
        await askComparison(portal.context, { operator: "Sato" }, "2027-01-01");
        await portal.jobsDone();
      },
    ],
  ])(
    "settled after the night's comparison differs no more, nor bars the month, after %s",
    { retry: 0 },
    async (_, compareAgain) => {
      await portal.database.db.deleteFrom("portal.reconciliation").execute();
      const { contract } = await paidMember();
      const since = standIn.events.length;
      const fault = { path: "/confirm", kind: "lost" } as const;
      standIn.faults.push(fault, fault);
      setClock("2027-01-01T03:00:00Z");
      await runBilling(portal.context, "2027-01-01");
      setClock("2027-01-01T18:30:00Z");
      await reconcileMissed(portal.context, "2027-01-02");
      const { gateway_charge: unsettled } = await attemptOf(contract);
      expect(unsettled).toBeNull();
      const before = await differences();
      expect(before).toMatchObject([
        { day: "2027-01-01", kind: "charge", ours: 0, theirs: 11_000 },
      ]);
      await tell(since);
      expect((await attemptOf(contract)).gateway_charge).toBe(before[0]?.source);
      expect(await barsJanuary()).toContain(
        "sums that differ from the payment company's ledger: 1",
      );
      setClock("2027-01-02T18:30:00Z");
      await compareAgain();
      expect(await differences()).toEqual([]);
      expect((await barsJanuary()).filter((what) => what.startsWith("sums that differ"))).toEqual(
        [],
      );
    },
  );

  test("that begins while its holder replaces the card is made to the new one", async () => {
    const { email, account } = await paidMember();
    // The business date is the run's, not the clock's: no other run takes part.
    await issueInvoices(portal.context, "2027-01-01");
    await replaceBy(email, "5555555555554444");
    await chargeCreated(portal.context);
    const paid = await vi.waitFor(
      () =>
        portal.database.db
          .selectFrom("portal.charge_attempt")
          .selectAll()
          .where("account_id", "=", account)
          .where("state", "=", "succeeded")
          .executeTakeFirstOrThrow(),
      20_000,
    );
    expect([paid.attempt_number, paid.card_last4]).toEqual([1, "4444"]);
  });

  test("that fails because its card was just replaced asks the new card, not the holder", async () => {
    const { account, email } = await paidMember();
    // The first confirmation is turned away by a fault; meanwhile the card is replaced and the old
    // one is detached at the company.
    standIn.faults.push({ path: "/confirm", kind: "broken" });
    setClock("2027-01-01T03:00:00Z");
    await runBilling(portal.context, "2027-01-01");
    await replaceBy(email, "5555555555554444");
    await vi.waitFor(() => {
      const kept = [...standIn.company.memory.methods.values()].filter(
        ({ card, isSpent }) => card.last4 === "4242" && isSpent === true,
      );
      expect(kept.length).toBeGreaterThan(0);
    }, 20_000);
    setClock("2027-01-01T03:10:00Z");
    await collectPayments(portal.context);
    await collectPayments(portal.context);
    const attempts = await vi.waitFor(async () => {
      const found = await portal.database.db
        .selectFrom("portal.charge_attempt")
        .select(["attempt_number", "state", "card_last4"])
        .where("account_id", "=", account)
        .orderBy("attempt_number")
        .execute();
      expect(found.at(-1)?.state).toBe("succeeded");
      return found;
    }, 20_000);
    expect(attempts).toEqual([
      { attempt_number: 1, state: "failed", card_last4: "4242" },
      { attempt_number: 2, state: "succeeded", card_last4: "4444" },
    ]);
    expect(
      portal.mails.to(email).filter(({ subject }) => /could not|failed/i.test(subject)),
    ).toEqual([]);
  });
});

describe("a card", () => {
  const present = (account: string) =>
    portal.database.db
      .selectFrom("portal.card")
      .selectAll()
      .where("account_id", "=", account)
      .where("removed_at", "is", null)
      .executeTakeFirst();

  test("that its issuer renews is renewed here, and its holder told once", async () => {
    const { account, email } = await paidMember();
    const before = await present(account);
    const since = standIn.events.length;
    const method = before?.gateway_card.split("/")[1] ?? "";
    standIn.happening.renewCard(standIn.company, method, {
      last4: "7777",
      exp_month: 3,
      exp_year: 2040,
    });
    await tell(since);
    await tell(since);
    expect(await present(account)).toMatchObject({
      id: before?.id,
      last4: "7777",
      expiry_month: 3,
      expiry_year: 2040,
    });
    expect(await mailTo(email, "details were updated")).toHaveLength(1);
  });

  test("that its issuer renews is charged at once what the old one did not pay", async () => {
    const { contract, account } = await paidMember({}, "4000000000000341");
    setClock("2027-01-01T03:00:00Z");
    await runBilling(portal.context, "2027-01-01");
    await collectPayments(portal.context);
    const attempts = () =>
      portal.database.db
        .selectFrom("portal.charge_attempt as attempt")
        .innerJoin("portal.invoice", "portal.invoice.id", "attempt.invoice_id")
        .where("contract_id", "=", contract)
        .select(["attempt.attempt_number", "attempt.card_last4"])
        .orderBy("attempt.attempt_number")
        .execute();
    expect(await attempts()).toEqual([{ attempt_number: 1, card_last4: "0341" }]);
    const since = standIn.events.length;
    const method = (await present(account))?.gateway_card.split("/")[1] ?? "";
    standIn.happening.renewCard(standIn.company, method, { last4: "7777" });
    await tell(since);
    await tell(since);
    expect(await attempts()).toEqual([
      { attempt_number: 1, card_last4: "0341" },
      { attempt_number: 2, card_last4: "7777" },
    ]);
  });

  test("that is removed at the company is removed here", async () => {
    const { account } = await paidMember();
    const card = await present(account);
    const since = standIn.events.length;
    await portal.context.gateway.deleteCard(card?.gateway_card ?? "");
    await tell(since);
    expect(await present(account)).toBeUndefined();
  });

  test("that expires is warned of 60 and 30 days before, once each, in the holder's language", async () => {
    const { email } = await paidMember({ month: 2, year: 2027 });
    const told = () => portal.mails.to(email).filter(({ subject }) => subject.includes("expire"));
    for (const [day, count] of [
      ["2026-12-29", 0],
      ["2026-12-30", 1],
      ["2026-12-31", 1],
      ["2027-01-28", 1],
      ["2027-01-29", 2],
      ["2027-02-10", 2],
      ["2027-03-01", 2],
    ] as const) {
      setClock(`${day}T03:00:00Z`);
      await Promise.all([warnOfExpiry(portal.context), warnOfExpiry(portal.context)]);
      await vi.waitFor(() => expect(told()).toHaveLength(count), 20_000);
    }
    expect(told()[0]?.text).toContain("February 2027");
  });
});

test("the nightly comparison names every planted difference, and nothing else", async () => {
  const { contract } = await paidMember();
  const invoice = await paidInvoice(contract);
  setClock("2027-05-05T03:00:00Z");
  const { company, happening } = standIn;
  expect(await reconcile(portal.context, "2027-05-05")).toEqual([]);
  // A payment past our program, a refund that nobody was told of, an entry of an unknown kind, one
  // of ours that the company has never heard of, and a dispute that took more than its notice said.
  const since = standIn.events.length;
  const dispute = happening.openDispute(company, invoice.charge);
  await tell(since);
  const [withdrawn] = dispute.balance_transactions;
  if (!withdrawn) throw new Error("nothing was withdrawn");
  Object.assign(withdrawn, { amount: -11_500 });
  const foreign = happening.chargeByHand(company, 3_300);
  const refund = happening.refundByHand(company, invoice.charge, 700);
  const reserve = happening.bookSomething(company, -1_000);
  const payout = happening.payOut(company);
  happening.returnPayout(company, payout);
  const lost = `pi_${randomUUID()}`;
  await portal.database.db
    .updateTable("portal.charge_attempt")
    .set({ gateway_charge: lost, sent_at: portal.clock.now() })
    .where("gateway_charge", "=", invoice.charge)
    .execute();
  const found = await reconcile(portal.context, "2027-05-05");
  const planted = [
    { kind: "charge", source: foreign, ours: 0, theirs: 3_300, actor: "operator" },
    { kind: "refund", source: refund.id, ours: 0, theirs: -700, actor: "operator" },
    { kind: "other", source: reserve, ours: 0, theirs: -1_000, actor: "operator" },
    { kind: "dispute", source: dispute.id, ours: -11_000, theirs: -11_500, actor: "operator" },
    { kind: "charge", source: lost, ours: 11_000, theirs: 0, actor: "payment-company" },
  ];
  process.stdout.write(`[reconciliation] planted: ${planted.length}, named: ${found.length}\n`);
  const byName = (a: { source: string }, b: { source: string }) => a.source.localeCompare(b.source);
  expect([...found].sort(byName)).toEqual([...planted].sort(byName));
  expect(await booked(payout, `${payout}:back`)).toEqual({ bank: 0, gateway: 0 });
});

test("both accounting files say of every account what the books say, after all of this", async () => {
  const { rows } = await portal.database.pool.query<{ account: string; yen: number }>(
    "select account, sum(amount)::int as yen from portal.ledger_entry group by 1",
  );
  const ledger = Object.fromEntries(rows.map(({ account, yen }) => [account, yen]));
  expect(Object.keys(ledger)).toEqual(expect.arrayContaining(["fees", "disputed", "loss"]));
  const books = withoutZeros(filedAccounts(ledger));
  const files: Record<"freee" | "moneyforward", Record<string, number>> = {
    freee: {},
    moneyforward: {},
  };
  const accountsOf = { freee: freeeAccounts, moneyforward: moneyForwardAccounts } as const;
  for (let month = "2026-11-01"; month < "2028-01-01"; month = addMonths(month, 1)) {
    for (const format of ["freee", "moneyforward"] as const) {
      const file = await accountingExport(portal.context, month, format);
      for (const [account, yen] of Object.entries(accountsOf[format](file))) {
        files[format][account] = (files[format][account] ?? 0) + yen;
      }
    }
  }
  expect(withoutZeros(files.freee)).toEqual(books);
  expect(withoutZeros(files.moneyforward)).toEqual(books);
});
