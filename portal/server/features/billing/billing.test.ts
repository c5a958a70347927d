import { randomUUID } from "node:crypto";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import { getContract } from "@sekimori/portal-contract/endpoints/contract";
import {
  listInvoices,
  payInvoice,
  payUnpaid,
  showPayLink,
} from "@sekimori/portal-contract/endpoints/invoice";
import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { tokenIn } from "../../testing/memory-mailer.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { payLinked, payOwed, replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { giveUpInvoice, releaseContract, voidInvoice } from "../operator/billing-acts.ts";
import { runBilling } from "./billing-run.ts";
import { reconcile } from "./reconcile.ts";

// The clock is moved and the work of each moment is done here, so the portal's own cron stays out.
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());

const setClock = (moment: string) => setClocks(portal, moment);
beforeEach(() => setClock("2026-11-20T03:00:00Z"));

async function paidMember(number: string, expiry: Readonly<Record<string, string>> = {}) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  if (Object.keys(expiry).length === 0) await submitCard(portal, browser, number);
  await agree(browser);
  const { id } = await portal.database.db
    .selectFrom("portal.contract")
    .innerJoin("portal.account", "portal.account.id", "portal.contract.account_id")
    .where("portal.account.email_digest", "=", portal.context.digests.email(email))
    .select("portal.contract.id")
    .executeTakeFirstOrThrow();
  return { browser, email, contract: id };
}

const invoicesOf = (contract: string) =>
  portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("contract_id", "=", contract)
    .orderBy("period")
    .execute();

const attemptsOf = (invoice: string) =>
  portal.database.db
    .selectFrom("portal.charge_attempt")
    .selectAll()
    .where("invoice_id", "=", invoice)
    .orderBy("attempt_number")
    .execute();

async function balances(): Promise<Record<string, number>> {
  const rows = await portal.database.db
    .selectFrom("portal.ledger_entry")
    .select("account")
    .select(({ fn }) => fn.sum<string>("amount").as("sum"))
    .groupBy("account")
    .execute();
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** Moves to a moment and does what the jobs do then. */
const at = (moment: string) => runDay(portal, moment);

async function mailTo(email: string, subject: string) {
  return vi.waitFor(() => {
    const found = portal.mails.to(email).filter((mail) => mail.subject.includes(subject));
    expect(found).not.toEqual([]);
    return found;
  }, 20_000);
}

describe("the billing run", () => {
  test("invoices each month once, numbers without gaps, charges once, and books it", async () => {
    const { contract, email } = await paidMember("5555550000001000");
    await at("2026-12-01T03:00:00Z");
    expect(await invoicesOf(contract)).toEqual([]);
    setClock("2026-12-31T15:10:00Z");
    await Promise.all([1, 2, 3].map(() => runBilling(portal.context, "2027-01-01")));
    await at("2027-01-01T03:00:00Z");
    const [invoice, ...others] = await invoicesOf(contract);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      state: "paid",
      period: "2027-01-01",
      issued_on: "2027-01-01",
      amount: 11_000,
      tax_amount: 1_000,
      total: 11_000,
    });
    const attempts = await attemptsOf(invoice?.id ?? "");
    expect(attempts.map(({ state }) => state)).toEqual(["succeeded"]);
    const charges = await portal.company.get(`/payment/api/charges/${attempts[0]?.gateway_charge}`);
    expect(charges.body).toMatchObject({ status: "succeeded", amount: 11_000 });
    expect((await portal.mails.nth(email, 4)).text).toContain("SK-");
    const numbers = await portal.database.db
      .selectFrom("portal.invoice")
      .select("number")
      .orderBy("number")
      .execute();
    expect(numbers.map((row) => Number(row.number))).toEqual(numbers.map((_, index) => index + 1));
    expect(await balances()).toMatchObject({ gateway: 11_000, revenue: -10_000, tax: -1_000 });
    expect((await balances()).receivable ?? 0).toBe(0);
  });

  test("does not change or delete what was issued, nor the books", async () => {
    const db = portal.database.db;
    await expect(db.updateTable("portal.invoice").set({ amount: 1 }).execute()).rejects.toThrow();
    await expect(db.deleteFrom("portal.invoice").execute()).rejects.toThrow("immutable");
    await expect(db.deleteFrom("portal.ledger_entry").execute()).rejects.toThrow("append-only");
    const crooked = sql`with p as (
      insert into portal.ledger_posting (id, kind, source, posted_on, created_at)
      values (${randomUUID()}, 'fee', 'x', '2027-01-01', now()) returning id)
      insert into portal.ledger_entry (posting_id, account, amount) select id, 'fees', 1 from p`;
    await expect(crooked.execute(db)).rejects.toThrow("add up to zero");
  });

  test("asks about a charge without an answer, and never charges it again", async () => {
    const { contract, browser, email } = await paidMember(cards.chargeLostAnswer);
    const view = async () => {
      await browser.call(signIn, { body: { email, password, locale: "en" } });
      return (await browser.call(listInvoices, { query: {} })).invoices[0];
    };
    await at("2027-01-01T03:00:00Z");
    const [invoice] = await invoicesOf(contract);
    const [unknown] = await attemptsOf(invoice?.id ?? "");
    expect(unknown?.state).toBe("unknown");
    expect(await view()).toMatchObject({ state: "open", isBeingCharged: true });
    await at("2027-01-01T03:05:00Z");
    expect(await view()).toMatchObject({ state: "paid", isBeingCharged: false });
    const attempts = await attemptsOf(invoice?.id ?? "");
    expect(attempts.map(({ state }) => state)).toEqual(["succeeded"]);
    const { body } = await portal.company.get(
      `/payment/api/charges?idempotency_key=${unknown?.idempotency_key}`,
    );
    expect(body.charges).toHaveLength(1);
  });

  test("parks what stays unknown for a day, and charges it anew on the operator's word, once", async () => {
    const { contract } = await paidMember(cards.chargeLostAnswer);
    // The card has had its trial: the first month is charged on the next 1st.
    await at("2026-12-01T03:00:00Z");
    const [invoice] = await invoicesOf(contract);
    const [unknown] = await attemptsOf(invoice?.id ?? "");
    expect(unknown?.state).toBe("unknown");
    // As if the request had never arrived: the company knows nothing of this key.
    await portal.database.db
      .updateTable("portal.charge_attempt")
      .set({ idempotency_key: "never-arrived" })
      .where("id", "=", unknown?.id ?? "")
      .execute();
    await at("2026-12-02T01:00:00Z");
    const parked = () =>
      portal.database.db
        .selectFrom("portal.parked_contract")
        .select("reason")
        .where("contract_id", "=", contract)
        .execute();
    expect(await parked()).toEqual([{ reason: "unknown-charge" }]);
    // However often it is looked at, nothing is guessed.
    await at("2026-12-02T02:00:00Z");
    expect(await attemptsOf(invoice?.id ?? "")).toHaveLength(1);

    await releaseContract(portal.context, { operator: "Sato" }, contract);
    await at("2026-12-02T02:05:00Z");
    await at("2026-12-02T02:10:00Z");
    const after = (await attemptsOf(invoice?.id ?? "")).map(({ state }) => state);
    expect(after).toEqual(["failed", "succeeded"]);
    expect(await parked()).toEqual([]);
    const [paid] = await invoicesOf(contract);
    expect(paid?.state).toBe("paid");
  });

  test("an operator's word is about no charge that is young or was just sent", async () => {
    const { contract } = await paidMember(cards.chargeLostAnswer);
    await at("2026-12-01T03:00:00Z");
    const [invoice] = await invoicesOf(contract);
    const { db } = portal.database;
    const released = async (written: string, sent: string) => {
      await db
        .updateTable("portal.charge_attempt")
        .set({ created_at: new Date(written), sent_at: new Date(sent) })
        .where("invoice_id", "=", invoice?.id ?? "")
        .execute();
      // An older charge of the contract, of which the company knows nothing.
      await db
        .insertInto("portal.parked_contract")
        .values({
          contract_id: contract,
          reason: "unknown-charge",
          detail: "another attempt",
          parked_at: portal.clock.now(),
        })
        .execute();
      await releaseContract(portal.context, { operator: "Sato" }, contract);
      const [attempt] = await attemptsOf(invoice?.id ?? "");
      return attempt?.state;
    };
    setClock("2026-12-02T12:00:00Z");
    expect(await released("2026-12-01T16:00:01Z", "2026-12-01T16:00:01Z")).toBe("unknown");
    expect(await released("2026-12-01T03:00:00Z", "2026-12-02T11:58:01Z")).toBe("unknown");
    const { state, first_failed_on: failedOn } = (await invoicesOf(contract))[0] ?? {};
    expect([state, failedOn]).toEqual(["open", null]);
    expect(await released("2026-12-01T16:00:00Z", "2026-12-02T11:58:00Z")).toBe("failed");
  });

  test("retries after 1, 3 and 7 days, tells each time, and books the late charge next month", async () => {
    const { browser, contract, email } = await paidMember(cards.chargeRecovers);
    await at("2026-12-31T15:10:00Z");
    const failed = await mailTo(email, "Your payment failed");
    expect(failed).toHaveLength(1);
    expect(failed[0]?.text).toContain("2027/01/02");
    await at("2027-01-02T00:59:00Z");
    expect(await attemptsOf((await invoicesOf(contract))[0]?.id ?? "")).toHaveLength(1);
    for (const day of ["02", "04", "08"]) await at(`2027-01-${day}T01:00:30Z`);
    const [invoice] = await invoicesOf(contract);
    const attempts = await attemptsOf(invoice?.id ?? "");
    expect(attempts.map(({ state }) => state)).toEqual(["failed", "failed", "failed", "succeeded"]);
    expect(invoice).toMatchObject({ state: "paid", paid_on: "2027-01-08" });
    await browser.call(signIn, { body: { email, password, locale: "en" } });
    const { nextCharges } = await browser.call(getContract, {});
    expect(nextCharges.map(({ amount, lateCharge }) => [amount, lateCharge])).toEqual([
      [11_000, 30],
      [11_000, 0],
      [11_000, 0],
    ]);
    await at("2027-01-31T15:10:00Z");
    const [, february] = await invoicesOf(contract);
    // 11,000 yen × 14.6 % × 7 days ÷ 365.
    expect(february).toMatchObject({
      amount: 11_000,
      late_charge: 30,
      total: 11_030,
      tax_amount: 1_000,
    });
    expect(february?.state).toBe("paid");
  });

  test("stops at a lost card, suspends after fourteen days, and a new card restores the plan", async () => {
    const { contract, email, browser } = await paidMember(cards.chargeLostCard);
    await at("2026-12-31T15:10:00Z");
    const [mail] = await mailTo(email, "Your payment failed");
    expect(mail?.text).toContain("can no longer be used");
    // Another try of this card would fail as this one did: the mail, the link and My Page say so.
    expect(mail?.text).toContain(`${pageUrl("security", { tab: "contract", dialog: "card" })}\n`);
    expect(mail?.text).not.toContain(pagePaths.payInvoice);
    const [invoice] = await invoicesOf(contract);
    // No link to pay is made that no mail has.
    const links = await portal.database.db
      .selectFrom("portal.pay_link")
      .select("invoice_id")
      .where("invoice_id", "=", invoice?.id ?? "")
      .execute();
    expect(links).toEqual([]);
    expect(invoice).toMatchObject({ needs_holder: true, next_try_at: null });
    await at("2027-01-15T00:59:00Z");
    await browser.call(signIn, { body: { email, password, locale: "en" } });
    expect((await browser.call(getContract, {})).state).toBe("active");
    const { invoices } = await browser.call(listInvoices, { query: {} });
    expect(invoices).toMatchObject([{ state: "open", canPay: true, mendedBy: "card" }]);
    await at("2027-01-15T01:00:30Z");
    expect((await browser.call(getContract, {})).state).toBe("suspended");
    expect(await mailTo(email, "suspended")).toHaveLength(1);
    await at("2027-01-31T15:10:00Z");
    expect(await invoicesOf(contract)).toHaveLength(1);

    await browser.call(signIn, { body: { email, password, locale: "en" } });
    await browser.call(reauthenticate, { body: { password } });
    const cardToken = await portal.company.token(cards.success);
    await replaceCardAsShown(browser, cardToken);
    await portal.jobsDone();
    expect((await invoicesOf(contract))[0]?.state).toBe("paid");
    expect(await browser.call(getContract, {})).toMatchObject({
      state: "active",
      nextBillingOn: "2027-03-01",
    });
  });

  test("can be paid from My Page when the course is over, and when it was given up", async () => {
    const { contract, browser, email } = await paidMember(cards.chargeDeclined);
    const view = async () => {
      await browser.call(signIn, { body: { email, password, locale: "en" } });
      return (await browser.call(listInvoices, { query: {} })).invoices[0];
    };
    await at("2026-12-31T15:10:00Z");
    expect(await view()).toMatchObject({ state: "open", canPay: true });
    for (const day of ["02", "04", "08", "15"]) await at(`2027-01-${day}T01:00:30Z`);
    const over = { state: "open", nextTryAt: null, mendedBy: null, canPay: true };
    expect(await view()).toMatchObject(over);
    expect((await browser.call(getContract, {})).state).toBe("suspended");
    const number = String((await invoicesOf(contract))[0]?.number);
    await giveUpInvoice(portal.context, { operator: "Sato" }, number);
    expect(await view()).toMatchObject({ state: "uncollectible", canPay: true });
    await browser.call(reauthenticate, { body: { password } });
    const cardToken = await portal.company.token(cards.success);
    await replaceCardAsShown(browser, cardToken);
    await portal.jobsDone();
    expect(await view()).toMatchObject({ state: "paid", canPay: false });
    expect((await browser.call(getContract, {})).state).toBe("active");
  });

  test("pays by the link of a mail, which tries again what failed and pays once", async () => {
    const { contract, email } = await paidMember(cards.chargeRecovers);
    // The card has had its trial above: its month begins on the next 1st.
    await at("2026-11-30T15:10:00Z");
    const [mail] = await mailTo(email, "Your payment failed");
    if (!mail) throw new Error("no mail");
    const token = tokenIn(mail);
    const stranger = portal.browser();
    const shown = await stranger.call(showPayLink, { body: { token } });
    expect(shown).toMatchObject({ total: 11_000, last4: "4601", state: "open" });
    // A press while no card is on file tries nothing, and leaves the link as it was.
    const onFile = (at: Date | null) =>
      portal.database.db
        .updateTable("portal.card")
        .set({ removed_at: at })
        .where("last4", "=", "4601")
        .where("account_id", "in", (query) =>
          query.selectFrom("portal.contract").select("account_id").where("id", "=", contract),
        )
        .execute();
    await onFile(portal.clock.now());
    const without = await payLinked(stranger, token);
    expect(without).toMatchObject({ last4: null, state: "open" });
    await onFile(null);
    const paid = await payLinked(stranger, token);
    expect(paid).toMatchObject({ state: "failed", mayPay: true });
    const tries = async () => attemptsOf((await invoicesOf(contract))[0]?.id ?? "");
    expect(await tries()).toHaveLength(2);
    // A press for what the page showed before that try is none.
    const stale = await stranger.attempt(payInvoice, { body: { token, shown: shown.shown } });
    expect(stale.error().type).toBe("TermsChanged");
    expect(await tries()).toHaveLength(2);
    // The card lets it through after three, and then nothing is charged any more.
    for (const state of ["failed", "paid", "paid"]) {
      const after = await payLinked(stranger, token);
      expect([after.state, after.mayPay]).toEqual([state, state === "failed"]);
    }
    expect(await tries()).toHaveLength(4);
    const unknown = { body: { token: "A".repeat(43), shown: paid.shown } };
    expect((await stranger.attempt(payInvoice, unknown)).error().type).toBe("NotFound");
    setClock("2026-12-21T15:11:00Z");
    expect((await stranger.attempt(showPayLink, { body: { token } })).error().type).toBe(
      "NotFound",
    );
  });

  test("offers no press for a card that can't be charged any more", async () => {
    const { email, browser } = await paidMember(cards.chargeDeclined);
    await at("2026-11-30T15:10:00Z");
    const [mail] = await mailTo(email, "Your payment failed");
    if (!mail) throw new Error("no mail");
    const stranger = portal.browser();
    const looked = () => stranger.call(showPayLink, { body: { token: tokenIn(mail) } });
    expect(await looked()).toMatchObject({ mayPay: true, mendedBy: null });
    await browser.call(signIn, { body: { email, password, locale: "en" } });
    const cardToken = await portal.company.token(cards.chargeLostCard);
    await replaceCardAsShown(browser, cardToken);
    await portal.jobsDone();
    expect(await looked()).toMatchObject({ state: "open", mayPay: false, mendedBy: "card" });
  });

  test("tries five times a day by links, and no more", async () => {
    const { contract, email } = await paidMember(cards.chargeDeclined);
    await at("2026-11-30T15:10:00Z");
    const [mail] = await mailTo(email, "Your payment failed");
    if (!mail) throw new Error("no mail");
    const stranger = portal.browser();
    const outcomes: unknown[] = [];
    for (let press = 0; press < 6; press += 1) {
      const { state, mayPay } = await payLinked(stranger, tokenIn(mail));
      outcomes.push([state, mayPay]);
    }
    const [again, over] = [
      ["failed", true],
      ["failed", false],
    ];
    expect(outcomes).toEqual([again, again, again, again, over, over]);
    expect(await attemptsOf((await invoicesOf(contract))[0]?.id ?? "")).toHaveLength(6);
  });

  test("pays from My Page what is unpaid, and says when a card is missing", async () => {
    const { contract, browser, email } = await paidMember(cards.chargeRecovers);
    await at("2026-11-30T15:10:00Z");
    await browser.call(signIn, { body: { email, password, locale: "en" } });
    // The card lets nothing through before its third try; each press is one.
    for (const state of ["open", "open", "paid"]) {
      const { invoices } = await payOwed(browser);
      expect(invoices.map((one) => one.state)).toEqual([state]);
      expect(invoices[0]?.lines).toMatchObject([
        { kind: "plan", from: "2026-12-01", amount: 11_000 },
      ]);
    }
    const [invoice] = await invoicesOf(contract);
    const before = await attemptsOf(invoice?.id ?? "");
    expect(before.map(({ state }) => state)).toEqual(["failed", "failed", "failed", "succeeded"]);
    await payOwed(browser);
    expect(await attemptsOf(invoice?.id ?? "")).toHaveLength(before.length);
    const other = portal.browser();
    await signUpTo(portal, other, "member");
    expect((await other.attempt(payUnpaid, { body: { shown: "nothing" } })).error().type).toBe(
      "CardRequired",
    );
  });

  test("reconciles with the company's ledger, names what differs, and books fees and disputes", async () => {
    const { contract } = await paidMember("378282000001006");
    await at("2027-01-01T03:00:00Z");
    expect(await reconcile(portal.context, "2027-01-01")).toEqual([]);
    const before = await balances();
    expect(before.fees).toBeGreaterThan(0);
    expect(await reconcile(portal.context, "2027-01-01")).toEqual([]);
    expect(await balances()).toEqual(before);
    // A charge that our books do not know, and a dispute of one that they do.
    const card = await portal.company.card(cards.success);
    const stray = await portal.company.charge(card, 500);
    const [invoice] = await invoicesOf(contract);
    const [attempt] = await attemptsOf(invoice?.id ?? "");
    const opened = { charge_id: attempt?.gateway_charge };
    await portal.company.post("/payment/api/disputes", opened);
    expect(await reconcile(portal.context, "2027-01-01")).toEqual([
      { kind: "charge", source: stray.body.id, ours: 0, theirs: 500, actor: "operator" },
    ]);
    expect((await balances()).disputed).toBe(11_000);
    const disputes = await portal.database.db.selectFrom("portal.dispute").selectAll().execute();
    expect(disputes).toMatchObject([{ attempt_id: attempt?.id, state: "open" }]);
  });

  test("parks a contract with missed months until the operator's word, then one a day", async () => {
    const { contract } = await paidMember(cards.success);
    setClock("2027-03-10T03:00:00Z");
    await runBilling(portal.context, "2027-03-10");
    expect(await invoicesOf(contract)).toEqual([]);
    const db = portal.database.db;
    const parked = db.deleteFrom("portal.parked_contract").where("contract_id", "=", contract);
    expect((await parked.returning("reason").executeTakeFirst())?.reason).toBe("missed-months");
    const open = db.updateTable("portal.contract").set({ may_catch_up: true });
    await open.where("id", "=", contract).execute();
    for (const day of ["2027-03-10", "2027-03-10", "2027-03-11"]) {
      await runBilling(portal.context, day);
    }
    const periods = (await invoicesOf(contract)).map(({ period }) => period);
    expect(periods).toEqual(["2027-01-01", "2027-02-01"]);
  });

  test("gives each unpaid month its own course; the plan is back when nothing is owed any more", async () => {
    const { contract, browser, email } = await paidMember(cards.chargeDeclined);
    await at("2027-02-10T03:00:00Z");
    const { db } = portal.database;
    await db.deleteFrom("portal.parked_contract").where("contract_id", "=", contract).execute();
    const open = db.updateTable("portal.contract").set({ may_catch_up: true });
    await open.where("id", "=", contract).execute();
    for (const day of ["10", "11", "12", "13", "18", "25"]) await at(`2027-02-${day}T03:00:00Z`);
    const owed = await invoicesOf(contract);
    expect(owed.length).toBeGreaterThan(2);
    const days = ["2027-02-10", "2027-02-11", "2027-02-12"];
    expect(owed.map(({ first_failed_on: on }) => on)).toEqual(days.slice(0, owed.length));
    await browser.call(signIn, { body: { email, password, locale: "en" } });
    const state = async () => (await browser.call(getContract, {})).state;
    expect(await state()).toBe("suspended");
    const { invoices } = await browser.call(listInvoices, { query: {} });
    const [last, ...others] = invoices;
    const voided = ({ number }: { readonly number: string }) =>
      voidInvoice(portal.context, { operator: "a tester" }, { number, reason: "no service" });
    for (const [index, invoice] of others.entries()) {
      // What is given up is owed still, be it the only one.
      if (index === others.length - 1) {
        await giveUpInvoice(portal.context, { operator: "a tester" }, last?.number ?? "");
      }
      await voided(invoice);
      expect(await state()).toBe("suspended");
    }
    await browser.call(reauthenticate, { body: { password } });
    const cardToken = await portal.company.token(cards.success);
    await replaceCardAsShown(browser, cardToken);
    await portal.jobsDone();
    const after = (await browser.call(listInvoices, { query: {} })).invoices;
    expect(after.find(({ number }) => number === last?.number)?.state).toBe("paid");
    expect(await state()).toBe("active");
  });

  test("says what alone mends it: another card for a lost one, 3-D Secure where it is wanted", async () => {
    const each = [
      [cards.chargeLostCard, "card"],
      [cards.chargeNeedsAuthentication, "authentication"],
      [cards.chargeDeclined, null],
    ] as const;
    const members = [];
    for (const [card, mendedBy] of each) {
      members.push({ ...(await paidMember(card)), mendedBy });
    }
    // A card that has had its trial above is charged on the first 1st, the others a month later.
    for (const day of ["2026-11-30", "2026-12-31"]) await at(`${day}T15:10:00Z`);
    for (const { browser, email, mendedBy, contract } of members) {
      await browser.call(signIn, { body: { email, password, locale: "en" } });
      const { invoices } = await browser.call(listInvoices, { query: {} });
      expect(invoices.length).toBeGreaterThan(0);
      for (const one of invoices) expect(one).toMatchObject({ canPay: true, mendedBy });
      const token = newToken();
      await portal.database.db
        .insertInto("portal.pay_link")
        .values({
          token_digest: hashToken(token),
          invoice_id: (await invoicesOf(contract))[0]?.id ?? "",
          created_at: portal.clock.now(),
          expires_at: new Date(portal.clock.now().getTime() + 60_000),
        })
        .execute();
      const shown = await portal.browser().call(showPayLink, { body: { token } });
      expect(shown).toMatchObject({ state: "open", mendedBy });
    }
  });
});
