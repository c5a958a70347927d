import { transaction } from "@sekimori/kit-server/database";
import { getCard, replaceCard } from "@sekimori/portal-contract/endpoints/card";
import {
  listInvoices,
  payInvoice,
  payUnpaid,
  showPayLink,
} from "@sekimori/portal-contract/endpoints/invoice";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { cardAttempt } from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountIdOf, signUpTo } from "../../testing/members.ts";
import { tokenIn } from "../../testing/memory-mailer.ts";
import { cardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "./billing-run.ts";
import { newPayLink } from "./pay-link.ts";

// Row 44 of the assurance plan, for payments: a press charges what its screen showed, or nothing.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ PLAN_TRIAL_MONTHS: "0" }, { scheduled: false });
});
afterAll(() => portal.close());

const setClock = (moment: string) => {
  portal.clock.set(new Date(moment));
  portal.sandbox.clock.set(new Date(moment));
};

/** Issues a month and tries to charge it, which fails. */
async function failMonth(moment: string, day: string): Promise<void> {
  setClock(moment);
  await runBilling(portal.context, day);
  await collectPayments(portal.context);
}

async function unpaidMember() {
  setClock("2026-11-20T03:00:00Z");
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.chargeDeclined);
  await agree(browser);
  await failMonth("2026-11-30T15:10:00Z", "2026-12-01");
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  return { browser, email, account: await accountIdOf(portal, email) };
}

const attemptsOf = async (account: string) =>
  (
    await portal.database.pool.query("select from portal.charge_attempt where account_id = $1", [
      account,
    ])
  ).rowCount;

/** How often each invoice was tried, the oldest first. */
const attemptsOfEach = async (account: string) => {
  const { rows } = await portal.database.pool.query<{ tried: number }>(
    `select (select count(*)::int from portal.charge_attempt where invoice_id = invoice.id) as tried
      from portal.invoice where account_id = $1 order by period`,
    [account],
  );
  return rows.map(({ tried }) => tried);
};

test("what became owed after the look is not paid by the press", async () => {
  const { browser, email, account } = await unpaidMember();
  const one = await browser.call(listInvoices, { query: {} });
  expect(one.invoices.map(({ total }) => total)).toEqual([11_000]);
  await failMonth("2026-12-31T15:10:00Z", "2027-01-01");
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  const tried = await attemptsOf(account);
  const refused = await browser.attempt(payUnpaid, { body: { shown: one.shown } });
  expect([refused.status, refused.error().type]).toEqual([409, "TermsChanged"]);
  expect(await attemptsOf(account)).toBe(tried);

  const two = await browser.call(listInvoices, { query: {} });
  expect(two.invoices.filter(({ canPay }) => canPay)).toHaveLength(2);
  await browser.call(payUnpaid, { body: { shown: two.shown } });
  expect(await attemptsOf(account)).toBe((tried ?? 0) + 2);
});

test("another card is charged for what its button named, or is not taken", async () => {
  const { browser, email, account } = await unpaidMember();
  const asked = await cardAsShown(browser, await portal.company.token(cards.success));
  await failMonth("2026-12-31T15:10:00Z", "2027-01-01");
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  const tried = await attemptsOf(account);
  const before = (await browser.call(getCard, {})).card;
  const refused = await browser.attempt(replaceCard, { body: asked });
  expect([refused.status, refused.error().type]).toEqual([409, "TermsChanged"]);
  expect((await browser.call(getCard, {})).card).toEqual(before);
  expect(await attemptsOf(account)).toBe(tried);

  // The same submit, after another look: both months are charged. Sent twice it is one card.
  const { shown } = await browser.call(listInvoices, { query: {} });
  const body = { ...asked, cardToken: await portal.company.token(cards.success), shown };
  await browser.call(replaceCard, { body });
  expect(await attemptsOf(account)).toBe((tried ?? 0) + 2);
  const again = await browser.call(replaceCard, { body });
  expect([again.attempt, again.state]).toEqual([asked.attempt, "succeeded"]);
  expect(await attemptsOf(account)).toBe((tried ?? 0) + 2);
});

test("a card that comes back from its issuer is charged for what its button named", async () => {
  const { browser, email, account } = await unpaidMember();
  setClock("2026-12-31T15:00:00Z");
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  const asked = await cardAsShown(browser, await portal.company.token(cards.challenge));
  const away = await browser.call(replaceCard, { body: asked });
  await failMonth("2026-12-31T15:10:00Z", "2027-01-01");
  const [named = 0, since] = await attemptsOfEach(account);
  await portal.company.answerChallenge(away.redirectUrl, { code: "123456" });
  const { state } = await browser.call(cardAttempt, { params: { attempt: asked.attempt } });
  expect(state).toBe("succeeded");
  expect(await attemptsOfEach(account)).toEqual([named + 1, since]);
});

test("what waited for a card while another is at its issuer's is tried on its next day by that one", async () => {
  const { browser, email, account } = await unpaidMember();
  setClock("2026-12-31T15:00:00Z");
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  const asked = await cardAsShown(browser, await portal.company.token(cards.challenge));
  const away = await browser.call(replaceCard, { body: asked });
  await failMonth("2026-12-31T15:10:00Z", "2027-01-01");
  // As the run leaves an invoice for which there was no good card.
  await portal.database.pool.query(
    `update portal.invoice set next_try_at = null, needs_holder = true
      where account_id = $1 and period = '2027-01-01'`,
    [account],
  );
  await portal.company.answerChallenge(away.redirectUrl, { code: "123456" });
  await browser.call(cardAttempt, { params: { attempt: asked.attempt } });
  const { rows } = await portal.database.pool.query(
    `select next_try_at, needs_holder from portal.invoice
      where account_id = $1 and period = '2027-01-01'`,
    [account],
  );
  expect(rows).toEqual([{ next_try_at: new Date("2027-01-02T01:00:00Z"), needs_holder: false }]);
});

test("a link charges the card that its page showed, or none, and stays good", async () => {
  const { email, account } = await unpaidMember();
  const stranger = portal.browser();
  const failure = await vi.waitFor(() => {
    const found = portal.mails.to(email).find(({ subject }) => subject.includes("payment failed"));
    if (!found) throw new Error("Nobody was told yet.");
    return found;
  }, 30_000);
  const token = tokenIn(failure);
  const { shown, last4 } = await stranger.call(showPayLink, { body: { token } });
  const tried = await attemptsOf(account);
  await portal.database.pool.query("update portal.card set last4 = '9999' where account_id = $1", [
    account,
  ]);
  const refused = await stranger.attempt(payInvoice, { body: { token, shown } });
  expect([last4, refused.status, refused.error().type]).toEqual([last4, 409, "TermsChanged"]);
  expect(await attemptsOf(account)).toBe(tried);
  const again = await stranger.call(showPayLink, { body: { token } });
  expect([again.last4, again.state]).toEqual(["9999", "open"]);
  await stranger.call(payInvoice, { body: { token, shown: again.shown } });
  expect(await attemptsOf(account)).toBe((tried ?? 0) + 1);
});

test("all links of an invoice together try five times a day", async () => {
  const { account } = await unpaidMember();
  const stranger = portal.browser();
  const { rows } = await portal.database.pool.query<{ id: string }>(
    "select id from portal.invoice where account_id = $1",
    [account],
  );
  const id = rows[0]?.id ?? "";
  const press = async () => {
    // Each as a new mail brings it: not used yet.
    const token = await transaction(portal.context.db, (tx) =>
      newPayLink(tx, id, portal.clock.now()),
    );
    const { shown, mayPay } = await stranger.call(showPayLink, { body: { token } });
    await stranger.call(payInvoice, { body: { token, shown } });
    return mayPay;
  };
  const tried = (await attemptsOf(account)) ?? 0;
  for (let count = 1; count <= 5; count += 1) {
    expect(await press()).toBe(true);
    await collectPayments(portal.context);
    expect(await attemptsOf(account)).toBe(tried + count);
  }
  expect(await press()).toBe(false);
  expect(await attemptsOf(account)).toBe(tried + 5);
  setClock("2026-12-01T15:30:00Z");
  expect(await press()).toBe(true);
});
