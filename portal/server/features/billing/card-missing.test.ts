import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { moneySubjects } from "../../testing/money-told.ts";
import { replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "./billing-run.ts";

// An invoice that nothing could be charged for: no charge is refused, so no mail of a refusal tells
// of it.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  setClock("2026-11-20T03:00:00Z");
});
afterAll(() => portal.close());

const setClock = (moment: string) => {
  portal.clock.set(new Date(moment));
  portal.sandbox.clock.set(new Date(moment));
};

async function paidMember(card: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, card);
  await agree(browser);
  const { id } = await portal.database.db
    .selectFrom("portal.account")
    .where("email_digest", "=", portal.context.digests.email(email))
    .select("id")
    .executeTakeFirstOrThrow();
  return { browser, email, account: id };
}

const cardOf = (account: string) =>
  portal.database.db.updateTable("portal.card").where("account_id", "=", account);

const invoiceOf = (account: string) =>
  portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();

/** The mails about failed payments, once there are so many. */
async function failures(email: string, count: number) {
  const told = () =>
    portal.mails.to(email).filter(({ subject }) => moneySubjects.en.failed.test(subject));
  await expect.poll(() => told().length, { timeout: 60_000 }).toBe(count);
  return told().map(({ text }) => text);
}

test("its holder is asked for a card, by mail, and the card is charged at once", async () => {
  const expired = await paidMember(cards.success);
  const removed = await paidMember(cards.chargeDeclined);
  await cardOf(expired.account).set({ expiry_year: 2026, expiry_month: 11 }).execute();
  setClock("2026-12-31T15:10:00Z");
  await runBilling(portal.context, "2027-01-01");
  await runBilling(portal.context, "2027-01-01");
  const invoice = await invoiceOf(expired.account);
  expect(invoice).toMatchObject({ needs_holder: true, first_failed_on: "2027-01-01" });
  const [asked] = await failures(expired.email, 1);
  expect(asked).toContain("We have no card to charge");
  expect(asked).toContain(`SK-${String(invoice.number).padStart(8, "0")}`);

  // A card that was refused first, and is gone when it should be tried again.
  expect(await failures(removed.email, 1)).toEqual([expect.stringContaining("2027/01/02")]);
  await cardOf(removed.account).set({ removed_at: portal.clock.now() }).execute();
  for (const moment of ["2027-01-02T01:00:30Z", "2027-01-04T01:00:30Z"]) {
    setClock(moment);
    await collectPayments(portal.context);
  }
  expect(await invoiceOf(removed.account)).toMatchObject({ needs_holder: true, next_try_at: null });
  expect((await failures(removed.email, 2)).at(-1)).toContain("We have no card to charge");

  const { browser, email, account } = expired;
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  await browser.call(reauthenticate, { body: { password } });
  const cardToken = await portal.company.token(cards.success);
  await replaceCardAsShown(browser, cardToken);
  await portal.jobsDone();
  expect((await invoiceOf(account)).state).toBe("paid");
});
