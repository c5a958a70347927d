import { cancelContract, getContract } from "@sekimori/portal-contract/endpoints/contract";
import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { planLimits } from "@sekimori/portal-contract/plan-limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { tokenIn } from "../../testing/memory-mailer.ts";
import { payLinked, replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { endContracts } from "../contract/contract-jobs.ts";
import { collectPayments, runBilling } from "./billing-run.ts";

// What the mails of an unpaid month say, from its first failure to the plan's return.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());

const setClock = (moment: string) => {
  portal.clock.set(new Date(moment));
  portal.sandbox.clock.set(new Date(moment));
};
beforeEach(() => setClock("2026-11-20T03:00:00Z"));

/** Moves to a moment and does what the jobs do then. */
async function at(moment: string): Promise<void> {
  setClock(moment);
  const day = new Date(new Date(moment).getTime() + 9 * 3_600_000).toISOString().slice(0, 10);
  await portal.jobsDone();
  await endContracts(portal.context, day);
  await runBilling(portal.context, day);
  await collectPayments(portal.context);
}

async function member(card: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, card);
  await agree(browser);
  const { id: account } = await portal.database.db
    .selectFrom("portal.account")
    .select("id")
    .where("email_digest", "=", portal.context.digests.email(email))
    .executeTakeFirstOrThrow();
  const signedIn = async () => {
    await browser.call(signIn, { body: { email, password, locale: "en" } });
    await browser.call(reauthenticate, { body: { password } });
  };
  return {
    browser,
    account,
    signedIn,
    contract: () => browser.call(getContract, {}),
    newCard: async () => {
      await signedIn();
      const cardToken = await portal.company.token(cards.success);
      await replaceCardAsShown(browser, cardToken);
      await portal.jobsDone();
    },
    /** The mails about payments and the plan, in their order, once there are so many. */
    told: async (count: number) => {
      const found = () =>
        portal.mails.to(email).filter(({ subject }) => /payment|suspended/.test(subject));
      await expect.poll(() => found().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
      expect(found().map(({ subject }) => subject)).toHaveLength(count);
      return found().map((mail) => ({
        subject: mail.subject,
        text: mail.text.replaceAll(/\s+/g, " "),
        token: mail.text.includes(pagePaths.payInvoice) ? tokenIn(mail) : null,
      }));
    },
  };
}

const invoicesOf = (account: string) =>
  portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("account_id", "=", account)
    .orderBy("period")
    .execute();

test("each mail of a course says which attempt failed, what comes next and when the plan is suspended", async () => {
  const unpaid = await member(cards.chargeDeclined);
  await at("2026-12-31T15:10:00Z");
  for (const day of ["02", "04", "08", "15"]) await at(`2027-01-${day}T01:00:30Z`);
  const told = await unpaid.told(5);
  expect(told.map(({ subject }) => subject)).toEqual([
    "[Sekimori] Your payment failed: we'll try again on 2027/01/02",
    "[Sekimori] Your payment failed again: next attempt on 2027/01/04",
    "[Sekimori] Your payment failed again: next attempt on 2027/01/08",
    "[Sekimori] Your payment failed again: the last attempt is on 2027/01/15",
    "[Sekimori] Your plan is suspended",
  ]);
  const tries = [
    ["First attempt, 2027/01/01", "Next attempt 2027/01/02 10:00 (JST) "],
    ["Second attempt, 2027/01/02", "Next attempt 2027/01/04 10:00 (JST) "],
    ["Third attempt, 2027/01/04", "Next attempt 2027/01/08 10:00 (JST) "],
    ["Fourth attempt, 2027/01/08", "Next attempt 2027/01/15 10:00 (JST), for the last time"],
  ];
  for (const [index, facts] of tries.entries()) {
    for (const fact of facts) expect(told[index]?.text).toContain(fact);
    // The day stands once: where the last attempt is on it, with that attempt.
    expect(told[index]?.text.match(/2027\/01\/15/g)).toHaveLength(1);
  }
  expect(told[2]?.text).toContain("Plan suspended 2027/01/15 10:00 (JST), unless you pay first");
  expect(told[3]?.text).toContain("If this last attempt fails too");
  const last = told[4];
  expect(last?.text).toContain("Our last attempt, on 2027/01/15, failed too");
  expect(last?.text).not.toContain("try again");
  for (const { text, token } of told) {
    // What the suspension means, the amount, and a link to pay now stand in each.
    expect(text).toContain(planLimits("free").en);
    expect(text).toContain("We won't delete any data");
    expect(text).toContain("Amount ¥11,000");
    expect(token).not.toBeNull();
  }

  // The holder's own try afterwards says what it leaves.
  const own = await payLinked(portal.browser(), last?.token ?? "");
  expect(own.state).toBe("failed");
  const after = (await unpaid.told(6)).at(-1);
  expect(after?.subject).toBe("[Sekimori] Your payment failed again: ¥11,000 is unpaid");
  expect(after?.text).toContain("Next attempt No further automatic attempt");
  expect(after?.text).toContain("Your plan is suspended. It resumes as soon as");
});

test("the mail about the payment says that the plan is back, with the charge that comes next", async () => {
  const unpaid = await member(cards.chargeLostCard);
  await at("2026-12-31T15:10:00Z");
  for (const day of ["02", "08", "15"]) await at(`2027-01-${day}T01:00:30Z`);
  const [failed, suspended] = await unpaid.told(2);
  // A card that is gone is not tried again: until when another one keeps the plan.
  expect(failed?.subject).toBe("[Sekimori] Your payment failed: add another card by 2027/01/14");
  expect(failed?.text).toContain("Next attempt As soon as you add another card");
  expect(failed?.text).toContain("Plan suspended 2027/01/15 10:00 (JST)");
  expect(suspended?.subject).toBe("[Sekimori] Your plan is suspended");
  expect(suspended?.text).toContain("can no longer be used");
  expect(suspended?.text).not.toContain("last attempt");
  expect(suspended?.token).toBeNull();

  setClock("2027-01-20T03:00:00Z");
  await unpaid.newCard();
  const paid = (await unpaid.told(3)).at(-1);
  expect(paid?.subject).toBe(
    "[Sekimori] Your payment of ¥11,000 was received: your plan is active again",
  );
  expect(paid?.text).toContain("Your detailed diagnosis plan is active again");
  const [next] = (await unpaid.contract()).nextCharges;
  expect(next).toMatchObject({ on: "2027-02-01", amount: 11_000, lateCharge: 83 });
  expect(paid?.text).toContain("Next charge 2027/02/01, ¥11,083");
  await at("2027-01-31T15:10:00Z");
  const february = (await invoicesOf(unpaid.account)).at(-1);
  expect(february).toMatchObject({ state: "paid", issued_on: "2027-02-01", total: 11_083 });
  // What was never suspended is not said to be back.
  expect((await unpaid.told(4)).at(-1)?.subject).toBe(
    "[Sekimori] Your payment of ¥11,083 was received",
  );
});

test("where the card is gone at the last attempt, one mail says that it is missing and the plan suspended", async () => {
  const unpaid = await member(cards.chargeDeclined);
  // The card has had its trial above: its month begins on the next 1st.
  await at("2026-11-30T15:10:00Z");
  for (const day of ["02", "04", "08"]) await at(`2026-12-${day}T01:00:30Z`);
  await unpaid.told(4);
  await portal.database.db
    .updateTable("portal.card")
    .set({ removed_at: portal.clock.now() })
    .where("account_id", "=", unpaid.account)
    .execute();
  await at("2026-12-15T01:00:30Z");
  const last = (await unpaid.told(5)).at(-1);
  expect(last?.subject).toBe("[Sekimori] Your plan is suspended");
  expect(last?.text).toContain("We have no card to charge");
  expect(last?.token).toBeNull();
});

test("a plan that was cancelled meanwhile is back until its last day, without another charge", async () => {
  const leaving = await member(cards.chargeLostCard);
  // The card has had its trial above: its month begins on the next 1st.
  await at("2026-11-30T15:10:00Z");
  await at("2026-12-15T01:00:30Z");
  await leaving.signedIn();
  await leaving.browser.call(cancelContract, { body: {} });
  await leaving.newCard();
  const paid = (await leaving.told(3)).at(-1);
  expect(paid?.text).toContain("is active again");
  expect(paid?.text).toContain("It ends on 2026/12/31, as you asked.");
  expect(paid?.text).not.toContain("Next charge");
});

test("of two unpaid months the first one's course suspends the plan, and paying one of them leaves it so", async () => {
  const unpaid = await member(cards.chargeDeclined);
  const { db } = portal.database;
  // The card has had its trial above: December and January were missed.
  await at("2027-01-10T03:00:00Z");
  await db.deleteFrom("portal.parked_contract").execute();
  await db
    .updateTable("portal.contract")
    .set({ may_catch_up: true })
    .where("account_id", "=", unpaid.account)
    .execute();
  for (const day of ["10", "11"]) await at(`2027-01-${day}T03:00:00Z`);
  const told = await unpaid.told(3);
  expect((await invoicesOf(unpaid.account)).map((one) => one.first_failed_on)).toEqual([
    "2027-01-10",
    "2027-01-11",
  ]);
  for (const { text } of told) expect(text).toContain("Plan suspended 2027/01/24 10:00 (JST)");
  await at("2027-01-24T03:00:00Z");
  const all = await unpaid.told(told.length + 2);
  const suspended = all.find(({ subject }) => subject === "[Sekimori] Your plan is suspended");
  expect(suspended?.text).toContain("Total ¥22,000");
  expect(suspended?.token).toBeNull();

  // A good card at the company in place of the declined one; then one month alone is paid.
  const good = await portal.company.card(cards.success);
  await db
    .updateTable("portal.card")
    .set({ gateway_card: good })
    .where("account_id", "=", unpaid.account)
    .execute();
  const paid = await payLinked(portal.browser(), all[0]?.token ?? "");
  expect(paid.state).toBe("paid");
  const received = (await unpaid.told(all.length + 1)).at(-1);
  expect(received?.subject).toBe("[Sekimori] Your payment of ¥11,000 was received");
  expect(received?.text).toContain("Your plan is still suspended, as there's more to pay");
});
