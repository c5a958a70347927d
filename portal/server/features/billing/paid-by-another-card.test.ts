import { randomUUID } from "node:crypto";
import { listInvoices, payInvoice, showPayLink } from "@sekimori/portal-contract/endpoints/invoice";
import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { PaymentClient } from "@sekimori/sandbox/testing/payment-client";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { tokenIn } from "../../testing/memory-mailer.ts";
import { payLinked, replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "./billing-run.ts";
import { failUnknownAttempts } from "./charge-attempts.ts";
import { findUnpaid } from "./find-unpaid.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ PLAN_TRIAL_MONTHS: "0" }, { scheduled: false });
});
afterAll(() => portal.close());

const setClock = (moment: string) => {
  portal.clock.set(new Date(moment));
  portal.sandbox.clock.set(new Date(moment));
};
beforeEach(() => setClock("2026-11-20T03:00:00Z"));

async function minutesLater(minutes: number): Promise<void> {
  portal.clock.set(new Date(portal.clock.now().getTime() + minutes * 60_000));
  await collectPayments(portal.context);
}

const failureMails = (email: string) =>
  portal.mails.to(email).filter(({ subject }) => subject.includes("payment failed"));

/** Somebody whose card was refused on the first 1st, and who has the mail about it. */
async function unpaidMember(card: string = cards.chargeDeclined) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, card);
  await agree(browser);
  setClock("2026-11-30T15:10:00Z");
  await runBilling(portal.context, "2026-12-01");
  const mail = await vi.waitFor(() => {
    const [found] = failureMails(email);
    if (!found) throw new Error("no mail");
    return found;
  }, 60_000);
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  const { invoices } = await browser.call(listInvoices, { query: {} });
  const id = invoices[0]?.id ?? "";
  const { db } = portal.database;
  const attempts = () =>
    db
      .selectFrom("portal.charge_attempt")
      .selectAll()
      .where("invoice_id", "=", id)
      .orderBy("attempt_number")
      .execute();
  const states = async () => (await attempts()).map(({ state }) => state);
  const course = () =>
    db
      .selectFrom("portal.invoice")
      .select(["next_try_at", "needs_holder", "first_failed_on"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const cardsOf = async () => {
    const [first] = await attempts();
    return db
      .selectFrom("portal.card")
      .select(["gateway_card", "last4", "removed_at"])
      .where("account_id", "=", first?.account_id ?? "")
      .execute();
  };
  return { browser, email, token: tokenIn(mail), attempts, states, course, cardsOf };
}

const stranger = () => portal.browser();
const shownBy = async (token: string) =>
  (await stranger().call(showPayLink, { body: { token } })).shown;

/** Enters a card on the link's page, and submits it. */
async function payWith(token: string, number: string, attempt: string = randomUUID()) {
  const card = { attempt, cardToken: await portal.company.token(number) };
  const body = { token, shown: await shownBy(token), card };
  return { body, answer: await stranger().call(payInvoice, { body }) };
}

const charged = async () => {
  const { body } = await new PaymentClient(portal.sandbox.origin).get("/payment/ledger");
  return (body.charges as { idempotency_key: string; status: string; amount: number }[]).filter(
    ({ status }) => status === "succeeded",
  );
};

const need = (url: string | null): string => {
  if (url === null) throw new Error("Nobody asks for 3-D Secure.");
  return url;
};

async function atIssuer(url: string, answer: { action: string; code?: string }): Promise<string> {
  const page = await new PaymentClient(portal.sandbox.origin).answerChallenge(url, answer);
  const back = /method="post" action="([^"]+)"/.exec(page)?.[1] ?? "";
  const { headers } = await portal.app.inject({
    method: "POST",
    url: new URL(back).pathname,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: portal.sandbox.origin },
    payload: "charge=whatever",
  });
  const shownThere = new URL(String(headers.location), portal.context.settings.portalOrigin);
  expect(shownThere.pathname).toBe(pagePaths.payInvoice);
  return shownThere.searchParams.get("token") ?? "";
}

const atIssuerTooLate = (url: string) =>
  new PaymentClient(portal.sandbox.origin).answerChallenge(url, {
    action: "confirm",
    code: "123456",
  });

test("another card pays this invoice after 3-D Secure, and nothing else of the account changes", async () => {
  const { browser, email, token, attempts, states, course, cardsOf } = await unpaidMember();
  const before = await course();
  const onFile = await cardsOf();
  expect(await stranger().call(showPayLink, { body: { token } })).toMatchObject({
    state: "open",
    mayUseCard: true,
    failedCard: null,
  });
  const { answer } = await payWith(token, cards.challenge);
  expect(answer).toMatchObject({ state: "pending", mayUseCard: false });
  // Nothing is charged before its holder has been to the issuer's page.
  expect(await course()).toEqual(before);
  const [, waiting] = await attempts();
  expect(waiting).toMatchObject({
    state: "unknown",
    gateway_card: "one-time",
    card_last4: cards.challenge.slice(-4),
    is_one_time: true,
    one_time_token: expect.any(Buffer),
  });

  const linked = await atIssuer(need(answer.authenticateAt), { action: "confirm", code: "123456" });
  expect(await stranger().call(showPayLink, { body: { token: linked } })).toMatchObject({
    state: "paid",
    mayUseCard: false,
  });
  expect(await states()).toEqual(["failed", "succeeded"]);
  const [, paid] = await attempts();
  expect(paid).toMatchObject({ one_time_token: null });
  // Neither kept nor in the place of the card on file.
  expect(await cardsOf()).toEqual(onFile);
  const { invoices } = await browser.call(listInvoices, { query: {} });
  expect(invoices).toMatchObject([{ state: "paid", total: 11_000 }]);
  const receipt = await vi.waitFor(() => {
    const [found] = portal.mails
      .to(email)
      .filter(({ text }) => text.includes(cards.challenge.slice(-4)));
    if (!found) throw new Error("no receipt");
    return found;
  }, 60_000);
  expect(receipt.text).toContain("¥11,000");
});

test("a submit that is repeated, and a second press, charge once", async () => {
  const { token, states, attempts } = await unpaidMember();
  const cardToken = await portal.company.token(cards.success);
  const shown = await shownBy(token);
  const body = { token, shown, card: { attempt: randomUUID(), cardToken } };
  const other = { ...body, card: { ...body.card, attempt: randomUUID() } };
  const answers = await Promise.all(
    [body, body, other].map((one) => stranger().call(payInvoice, { body: one })),
  );
  for (const { state } of answers) expect(["paid", "pending"]).toContain(state);
  // Lost on the way, and sent again after the end: the state there is, and no error.
  expect(await stranger().call(payInvoice, { body })).toMatchObject({ state: "paid" });
  expect(await states()).toEqual(["failed", "succeeded"]);
  const keys = (await attempts()).map((one) => one.idempotency_key);
  expect((await charged()).filter((one) => keys.includes(one.idempotency_key))).toHaveLength(1);
  // And once it is paid, another card pays nothing.
  const { answer } = await payWith(token, cards.success);
  expect(answer).toMatchObject({ state: "paid" });
  expect(await states()).toEqual(["failed", "succeeded"]);
});

test("an answer that never came is asked for, and is charged once", async () => {
  const { token, states, attempts } = await unpaidMember();
  const { answer } = await payWith(token, cards.chargeLostAnswer);
  // The page asks the company as soon as it is shown.
  expect(["pending", "paid"]).toContain(answer.state);
  await minutesLater(3);
  expect(await states()).toEqual(["failed", "succeeded"]);
  const keys = (await attempts()).map((one) => one.idempotency_key);
  expect((await charged()).filter((one) => keys.includes(one.idempotency_key))).toHaveLength(1);
});

test("a refused card says why, leaves the invoice's course and mails alone, and another may follow", async () => {
  const { email, token, states, course, attempts } = await unpaidMember();
  const before = await course();
  expect(before.next_try_at).not.toBeNull();
  const refused = await payWith(token, cards.declined);
  expect(refused.answer).toMatchObject({
    state: "open",
    mendedBy: null,
    mayUseCard: true,
    failedCard: { last4: cards.declined.slice(-4), failure: "declined" },
  });
  const lost = await payWith(token, cards.chargeLostCard);
  expect(lost.answer.failedCard).toMatchObject({ failure: "card" });
  // The card on file is as good as it was.
  expect(lost.answer).toMatchObject({ mayPay: true, mendedBy: null });
  // A suspension's mail speaks of the card on file, and of its own last try.
  const { db } = portal.database;
  const [first] = await attempts();
  const { contract_id: contract } = await db
    .selectFrom("portal.invoice")
    .select("contract_id")
    .where("id", "=", first?.invoice_id ?? "")
    .executeTakeFirstOrThrow();
  const unpaid = await db
    .transaction()
    .execute((tx) =>
      findUnpaid(portal.context, tx, { id: contract, account_id: first?.account_id ?? "" }),
    );
  expect(unpaid.mending).toEqual({ failure: "declined", token: expect.any(String) });
  expect(unpaid.lastTriedOn).toBe("2026-12-01");
  const challenged = await payWith(token, cards.challenge);
  const linked = await atIssuer(need(challenged.answer.authenticateAt), { action: "cancel" });
  expect(await stranger().call(showPayLink, { body: { token: linked } })).toMatchObject({
    mayUseCard: true,
    failedCard: { failure: "authentication" },
  });
  expect(await course()).toEqual(before);
  expect(failureMails(email)).toHaveLength(1);
  expect((await attempts()).every((one) => one.one_time_token === null)).toBe(true);
  const { answer } = await payWith(linked, cards.success);
  expect(answer).toMatchObject({ state: "paid", failedCard: null });
  expect(await states()).toEqual(["failed", "failed", "failed", "failed", "succeeded"]);
});

test("a day has five tries by links, whichever card they are made with", async () => {
  const { token, states } = await unpaidMember();
  for (let tries = 0; tries < 4; tries += 1) await payWith(token, cards.declined);
  await payLinked(stranger(), token);
  const { answer } = await payWith(token, cards.success);
  expect(answer).toMatchObject({ state: "failed", mayUseCard: false, mayPay: false });
  expect(await states()).toEqual(Array.from({ length: 6 }, () => "failed"));
});

test("what was shown is what is paid, and a token that was never given charges nothing", async () => {
  const { token, states } = await unpaidMember();
  const shown = await shownBy(token);
  await payWith(token, cards.declined);
  const card = { attempt: randomUUID(), cardToken: await portal.company.token(cards.success) };
  const stale = await stranger().attempt(payInvoice, { body: { token, shown, card } });
  expect([stale.status, stale.error().type]).toEqual([409, "TermsChanged"]);
  const made = { attempt: randomUUID(), cardToken: "tok_never_given" };
  const body = { token, shown: await shownBy(token), card: made };
  const unknown = await stranger().attempt(payInvoice, { body });
  expect(unknown.error().type).toBe("CardTokenInvalid");
  expect(await states()).toEqual(["failed", "failed"]);
});

test("the account's holder is not sent to the issuer of somebody else's card", async () => {
  const { browser, token } = await unpaidMember();
  const { answer } = await payWith(token, cards.challenge);
  const { authenticateAt } = await browser.call(listInvoices, { query: {} });
  expect(authenticateAt).toBeNull();
  const shown = await stranger().call(showPayLink, { body: { token } });
  expect(shown.authenticateAt).toBe(answer.authenticateAt);
});

test("given up by an operator, another card's try leaves the invoice's course as it was", async () => {
  const { token, attempts, course } = await unpaidMember(cards.chargeNeedsAuthentication);
  const before = await course();
  expect(before.needs_holder).toBe(true);
  await payWith(token, cards.challenge);
  const { db, pool } = portal.database;
  const other = (await attempts()).find((one) => one.is_one_time);
  await pool.query(
    "update portal.charge_attempt set created_at = now() - interval '9 days', sent_at = now() - interval '9 days' where id = $1",
    [other?.id],
  );
  const { contract_id: contract } = await db
    .selectFrom("portal.invoice")
    .select("contract_id")
    .where("id", "=", other?.invoice_id ?? "")
    .executeTakeFirstOrThrow();
  await db.transaction().execute((tx) => failUnknownAttempts(tx, contract, portal.clock.now()));
  expect((await attempts()).map(({ state }) => state)).toEqual(["failed", "failed"]);
  expect(await course()).toEqual(before);
});

test("while its holder is at the issuer's page the regular try waits, and goes on afterwards", async () => {
  const { token, states, course } = await unpaidMember();
  const { next_try_at: nextTry } = await course();
  if (nextTry === null) throw new Error("It is tried again by nobody.");
  setClock(new Date(nextTry.getTime() - 60_000).toISOString());
  const { answer } = await payWith(token, cards.challenge);
  await minutesLater(10);
  expect(await states()).toEqual(["failed", "unknown"]);
  expect((await course()).next_try_at).toEqual(nextTry);
  // Whoever left it gets half an hour; then it is given up, and the course goes on.
  await minutesLater(25);
  await minutesLater(1);
  expect((await states()).slice(0, 2)).toEqual(["failed", "failed"]);
  await vi.waitFor(async () => expect(await states()).toHaveLength(3), 60_000);
  await atIssuerTooLate(need(answer.authenticateAt));
  expect((await states()).includes("succeeded")).toBe(false);
});

test("a card put on file meanwhile is charged once the other has failed", async () => {
  const { browser, token, states } = await unpaidMember(cards.chargeNeedsAuthentication);
  const { answer } = await payWith(token, cards.challenge);
  await browser.call(reauthenticate, { body: { password } });
  const cardToken = await portal.company.token(cards.success);
  await replaceCardAsShown(browser, cardToken);
  await portal.jobsDone();
  expect(await states()).toEqual(["failed", "unknown"]);
  await atIssuer(need(answer.authenticateAt), { action: "cancel" });
  await stranger().call(showPayLink, { body: { token } });
  await minutesLater(3);
  await vi.waitFor(async () => {
    expect(await states()).toEqual(["failed", "failed", "succeeded"]);
  }, 60_000);
});
