import type { TestClient } from "@sekimori/kit-development/testing";
import {
  answerPrice,
  cancelContract,
  getContract,
  getUpgrade,
  undoCancellation,
  upgrade,
  withdrawAccount,
} from "@sekimori/portal-contract/endpoints/contract";
import { getMyProfile } from "@sekimori/portal-contract/endpoints/profile";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { service } from "@sekimori/portal-contract/endpoints/sign-up";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMember, signUpTo } from "../../testing/members.ts";
import { setClocks } from "../../testing/moving-days.ts";
import { replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";
import { endContracts } from "./contract-jobs.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());

/** A session is over after eight hours; each test stays on its day, or signs up on another. */
const at = (moment: string) => setClocks(portal, moment);

async function putCard(browser: TestClient, number: string = cards.success): Promise<void> {
  await replaceCardAsShown(browser, await portal.company.token(number));
}

async function apply(browser: TestClient) {
  const { confirmation, shown } = await browser.call(getUpgrade, {});
  const { documents } = confirmation;
  return { documents, shown, agreed: true as const, locale: "en" as const };
}

const answer = (effectiveOn: string, monthlyPrice: number, accepted: boolean) => ({
  effectiveOn,
  monthlyPrice,
  accepted,
  locale: "en" as const,
});

/** A card number of the sandbox's that no other test here has used. */
const trialCards = ["5555550000001000", "3530110000001008", "378282000001006", "36227200001003"];

async function paidMember(moment: string, number: string) {
  at(moment);
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, number);
  await agree(browser);
  return { browser, email };
}

describe("the paid plan", () => {
  test("is applied for from the free plan with the stored confirmation and a card", async () => {
    at("2026-11-20T03:00:00Z");
    const browser = portal.browser();
    const { email } = await newMember(portal, browser);
    const without = await browser.attempt(upgrade, { body: await apply(browser) });
    expect(without.error().type).toBe("CardRequired");

    await putCard(browser, trialCards[0]);
    const { confirmation } = await browser.call(getUpgrade, {});
    expect(confirmation).toMatchObject({
      hasTrial: true,
      trialEndsOn: "2026-12-20",
      firstChargeOn: "2027-01-01",
      monthlyPrice: 11_000,
      card: { last4: "1000" },
    });
    const stale = { ...(await apply(browser)), shown: "something else" };
    expect((await browser.attempt(upgrade, { body: stale })).error().type).toBe("TermsChanged");

    const contract = await browser.call(upgrade, { body: await apply(browser) });
    expect(contract).toMatchObject({
      plan: "detailed",
      state: "trial",
      freeUntil: "2026-12-20",
      nextBillingOn: "2027-01-01",
      nextCharges: [
        { on: "2027-01-01", amount: 11_000 },
        { on: "2027-02-01", amount: 11_000 },
        { on: "2027-03-01", amount: 11_000 },
      ],
      mayUpgrade: false,
    });
    expect(contract.history.map(({ plan, endedOn }) => [plan, endedOn])).toEqual([
      ["detailed", null],
      ["free", "2026-11-20"],
    ]);
    const mail = await portal.mails.nth(email, 4);
    expect(mail.text).toContain("2027/01/01");
    const rows = await portal.database.db
      .selectFrom("portal.agreement")
      .select("shown")
      .orderBy("agreed_at", "desc")
      .limit(1)
      .execute();
    expect(rows[0]?.shown).toMatchObject({ plan: "detailed", card: { last4: "1000" } });
    const again = await browser.attempt(getUpgrade, {});
    expect(again.error().type).toBe("Conflict");
  });

  test("gives one trial for a card, whoever brings it", async () => {
    await paidMember("2026-11-20T03:00:00Z", cards.success);
    const second = portal.browser();
    await signUpTo(portal, second, "account", { plan: "detailed" });
    await submitCard(portal, second, cards.success);
    const { agreement } = await second.call(service, {});
    expect(agreement).toMatchObject({
      hasTrial: false,
      trialEndsOn: "2026-11-30",
      firstChargeOn: "2026-12-01",
    });
  });

  test("cancels to the month's end, and can be taken back until then", async () => {
    const { browser, email } = await paidMember("2026-11-30T14:50:00Z", trialCards[1] ?? "");
    const cancelled = await browser.call(cancelContract, { body: {} });
    expect(cancelled).toMatchObject({
      state: "cancelling",
      endsOn: "2026-11-30",
      nextBillingOn: null,
      nextCharges: [],
    });
    expect((await browser.attempt(cancelContract, { body: {} })).error().type).toBe("Conflict");
    expect((await portal.mails.nth(email, 4)).text).toContain("2026/11/30");
    const undone = await browser.call(undoCancellation, { body: {} });
    expect(undone).toMatchObject({ state: "trial", endsOn: null });
    await browser.call(cancelContract, { body: {} });
    // Midnight in Tokyo: the rights change by themselves, and undoing is too late.
    at("2026-11-30T15:00:00Z");
    expect((await browser.call(getMyProfile, {})).plan).toMatchObject({
      id: "free",
      scansPerMonth: 5,
    });
    const late = await browser.attempt(undoCancellation, { body: {} });
    expect(late.error().type).toBe("Conflict");
    await endContracts(portal.context, "2026-12-01");
    await endContracts(portal.context, "2026-12-01");
    const after = await browser.call(getContract, {});
    expect(after).toMatchObject({ plan: "free", state: "active", startedOn: "2026-12-01" });
    expect(after.history).toHaveLength(2);
    // Who left before the first charge is charged at once, with no trial and no free days.
    const { confirmation } = await browser.call(getUpgrade, {});
    expect(confirmation).toMatchObject({
      hasTrial: false,
      trialEndsOn: null,
      firstChargeOn: "2026-12-01",
    });
  });

  test("ends on the eve of a price that was not accepted, and goes on with one that was", async () => {
    const { browser } = await paidMember("2026-11-20T03:00:00Z", trialCards[2] ?? "");
    await portal.database.db
      .insertInto("portal.plan_price")
      .values({
        plan: "detailed",
        effective_on: "2027-02-01",
        monthly_price: 13_200,
        tax_percent: 10,
        announced_at: portal.clock.now(),
      })
      .execute();
    const announced = await browser.call(getContract, {});
    expect(announced.announcedPrice).toEqual({
      effectiveOn: "2027-02-01",
      monthlyPrice: 13_200,
      accepted: null,
    });
    expect(announced.nextCharges.map(({ amount }) => amount)).toEqual([11_000]);
    const body = answer("2027-02-01", 13_200, true);
    const wrong = { ...body, effectiveOn: "2027-03-01" };
    expect((await browser.attempt(answerPrice, { body: wrong })).error().type).toBe("NotFound");
    const accepted = await browser.call(answerPrice, { body });
    expect(accepted.nextCharges.map(({ amount }) => amount)).toEqual([11_000, 13_200, 13_200]);
    // An answer is to one price: of the next one nobody has said anything.
    await portal.database.db
      .insertInto("portal.plan_price")
      .values({
        plan: "detailed",
        effective_on: "2027-03-01",
        monthly_price: 22_000,
        tax_percent: 10,
        announced_at: portal.clock.now(),
      })
      .execute();
    const { nextCharges } = await browser.call(getContract, {});
    expect(nextCharges.map(({ amount }) => amount)).toEqual([11_000, 13_200]);
    await portal.database.db.deleteFrom("portal.plan_price").execute();
  });
});

test("a member withdraws with the month, sees the day of deletion, and may take it back", async () => {
  at("2026-11-10T03:00:00Z");
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const leaving = await browser.call(withdrawAccount, { body: {} });
  expect(leaving).toMatchObject({
    state: "cancelling",
    endsOn: "2026-11-30",
    deletesOn: "2026-12-01",
    mayUpgrade: false,
  });
  expect((await portal.mails.nth(email, 3)).text).toContain("2026/12/01");
  expect((await browser.attempt(withdrawAccount, { body: {} })).error().type).toBe("Conflict");
  expect((await browser.attempt(getUpgrade, {})).error().type).toBe("Conflict");
  const undone = await browser.call(undoCancellation, { body: {} });
  expect(undone).toMatchObject({ state: "active", deletesOn: null });

  await browser.call(withdrawAccount, { body: {} });
  const account = () =>
    portal.database.db
      .selectFrom("portal.account")
      .select("id")
      .where("email_digest", "=", portal.context.digests.email(email))
      .executeTakeFirst();
  at("2026-11-30T14:59:00Z");
  await purgeExpired(portal.context);
  expect(await account()).toBeDefined();
  at("2026-11-30T15:17:00Z");
  await purgeExpired(portal.context);
  expect(await account()).toBeUndefined();
});

test("the lighter trial ends in the free plan, without a card and without a charge", async () => {
  at("2026-11-10T03:00:00Z");
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "member", { plan: "security24" });
  expect((await browser.call(getContract, {})).state).toBe("trial");
  await endContracts(portal.context, "2026-12-10");
  expect((await browser.call(getContract, {})).plan).toBe("security24");
  at("2026-12-11T03:00:00Z");
  await endContracts(portal.context, "2026-12-11");
  await expect
    .poll(() => portal.mails.to(email).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining("ended"));
  // It was the one trial that an account has: the paid plan begins with the days up to the 1st.
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  await putCard(browser, trialCards[3]);
  const { confirmation } = await browser.call(getUpgrade, {});
  expect(confirmation).toMatchObject({
    hasTrial: false,
    trialEndsOn: "2026-12-31",
    firstChargeOn: "2027-01-01",
  });
});
