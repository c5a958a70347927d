import { answerPrice, getContract } from "@sekimori/portal-contract/endpoints/contract";
import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { sendContractNotices } from "../contract/contract-notices.ts";
import { listPrices } from "../operator/prices.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());

/** Goes to noon of a day in Tokyo and does what its jobs do. */
async function on(day: string): Promise<void> {
  setClocks(portal, `${day}T03:00:00Z`);
  await sendContractNotices(portal.context, day);
  await runDay(portal, `${day}T03:00:00Z`);
  await portal.jobsDone();
}

async function member() {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.chargeLostCard);
  await agree(browser);
  const view = async () => {
    await browser.call(signIn, { body: { email, password, locale: "en" } });
    return browser.call(getContract, {});
  };
  const told = () =>
    portal.mails.to(email).filter(({ subject }) => /will cost|keep your plan/.test(subject));
  return { browser, email, view, told };
}

test("a price that came while the plan rested is told, asked about and agreed to before it ends anything", async () => {
  await on("2026-11-20");
  const resting = await member();
  await on("2027-01-01");
  await on("2027-01-16");
  expect((await resting.view()).state).toBe("suspended");
  await portal.database.db
    .insertInto("portal.plan_price")
    .values({
      plan: "detailed",
      effective_on: "2027-03-01",
      monthly_price: 13_200,
      tax_percent: 10,
      announced_at: portal.clock.now(),
    })
    .execute();

  // At rest its holder is told twice as everybody is, and may answer.
  const announced = { effectiveOn: "2027-03-01", monthlyPrice: 13_200, accepted: null };
  expect((await resting.view()).announcedPrice).toEqual(announced);
  await on("2027-01-17");
  await on("2027-02-16");
  await expect.poll(() => resting.told().length, { timeout: 20_000 }).toBe(2);

  // Back on 10 March: thirty days and more to answer in, at the price that they had.
  await on("2027-03-10");
  await resting.view();
  await resting.browser.call(reauthenticate, { body: { password } });
  const cardToken = await portal.company.token(cards.success);
  await replaceCardAsShown(resting.browser, cardToken);
  await portal.jobsDone();
  const back = await resting.view();
  expect(back).toMatchObject({ state: "active", nextBillingOn: "2027-04-01" });
  expect(back.nextCharges).toMatchObject([{ on: "2027-04-01", amount: 11_000 }]);
  expect(back.announcedPrice).toEqual({ ...announced, effectiveOn: "2027-05-01" });
  await on("2027-03-11");
  await on("2027-04-01");
  expect((await resting.view()).nextCharges).toEqual([]);
  await on("2027-04-17");
  await expect.poll(() => resting.told().length, { timeout: 20_000 }).toBe(4);
  expect(resting.told().at(-1)?.text).toContain("2027/05/01");

  // Who does not agree ends with what was paid for, and not before; who agrees goes on.
  const db = portal.database.db;
  const asked = { effectiveOn: "2027-05-01", monthlyPrice: 13_200, locale: "ja" } as const;
  await resting.view();
  const agreed = await resting.browser.call(answerPrice, { body: { ...asked, accepted: true } });
  expect(agreed.nextCharges[0]).toMatchObject({ on: "2027-05-01", amount: 13_200 });
  // Of one contract's answers to one price the latest counts, whichever day it was asked for.
  const counted = async () => {
    const [price] = await listPrices(portal.context);
    return [price?.effectiveOn, price?.accepted, price?.refused];
  };
  expect(await counted()).toEqual(["2027-03-01", 1, 0]);
  await resting.browser.call(answerPrice, { body: { ...asked, accepted: false } });
  expect(await counted()).toEqual(["2027-03-01", 0, 1]);
  await on("2027-05-01");
  const contract = await db.selectFrom("portal.contract").selectAll().executeTakeFirstOrThrow();
  expect(contract).toMatchObject({ ends_on: "2027-04-30", end_reason: "price-refused" });
  const invoices = await db
    .selectFrom("portal.invoice")
    .select(["period", "amount", "state"])
    .orderBy("period")
    .execute();
  expect(invoices).toEqual([
    { period: "2027-01-01", amount: 11_000, state: "paid" },
    { period: "2027-04-01", amount: 11_000, state: "paid" },
  ]);
});
