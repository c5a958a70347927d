import { answerPrice } from "@sekimori/portal-contract/endpoints/contract";
import { service } from "@sekimori/portal-contract/endpoints/sign-up";
import { legalConfiguration } from "@sekimori/portal-contract/endpoints/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { agree, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { sendContractNotices } from "./contract-notices.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  portal.clock.set(new Date("2026-11-20T03:00:00Z"));
});
afterAll(() => portal.close());

async function trialMember(number: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, number);
  await agree(browser);
  return { browser, email };
}

const mailsAbout = (email: string, subject: RegExp) =>
  portal.mails.to(email).filter((mail) => subject.test(mail.subject));

test("a week before the first charge the holder is told once: greeted, with amount and day", async () => {
  const { email } = await trialMember("5555550000001000");
  expect(await sendContractNotices(portal.context, "2026-12-24")).toBe(0);
  expect(await sendContractNotices(portal.context, "2026-12-25")).toBe(1);
  expect(await sendContractNotices(portal.context, "2026-12-25")).toBe(0);
  expect(await sendContractNotices(portal.context, "2026-12-28")).toBe(0);
  await expect.poll(() => mailsAbout(email, /first charge/).length).toBe(1);
  const [mail] = mailsAbout(email, /first charge/);
  expect(mail?.subject).toContain("2027/01/01");
  expect(mail?.text).toContain("¥11,000");
  expect(mail?.text).toContain("Hi 花子,");
  expect(mail?.text).toContain("Cancel plan");
});

test("a new price is told when it is announced, and again to who has not agreed", async () => {
  const silent = await trialMember("3530110000001008");
  const agreeing = await trialMember("378282000001006");
  await portal.database.db
    .insertInto("portal.plan_price")
    .values({
      plan: "detailed",
      effective_on: "2027-04-01",
      monthly_price: 13_200,
      tax_percent: 10,
      announced_at: portal.clock.now(),
    })
    .execute();
  // Whoever applies now is charged the present price first: notice and confirmation name both.
  const announcedPrice = { effectiveOn: "2027-04-01", monthlyPrice: 13_200 };
  const offer = { monthlyPrice: 11_000, announcedPrice };
  expect(await portal.browser().call(legalConfiguration, {})).toMatchObject(offer);
  const applying = portal.browser();
  await signUpTo(portal, applying, "account", { plan: "detailed" });
  await submitCard(portal, applying, "4111110000001003");
  expect((await applying.call(service, {})).agreement).toMatchObject(offer);
  // Three members, the one of the test before with them.
  expect(await sendContractNotices(portal.context, "2026-11-21")).toBe(3);
  expect(await sendContractNotices(portal.context, "2026-11-21")).toBe(0);
  const body = { ...announcedPrice, accepted: true, locale: "en" as const };
  await agreeing.browser.call(answerPrice, { body });
  await sendContractNotices(portal.context, "2027-03-18");
  await expect.poll(() => mailsAbout(silent.email, /plan will cost|agree by/).length).toBe(2);
  expect(mailsAbout(agreeing.email, /plan will cost|agree by/)).toHaveLength(1);
  expect(mailsAbout(silent.email, /plan will cost/)[0]?.text).toContain("¥13,200");
});

test("the first charge is announced at the price that will be charged, and to nobody who refused it", async () => {
  portal.clock.set(new Date("2027-05-20T03:00:00Z"));
  portal.sandbox.clock.set(new Date("2027-05-20T03:00:00Z"));
  const agreeing = await trialMember("36227200001003");
  const refusing = await trialMember("4111110000001003");
  await portal.database.db
    .insertInto("portal.plan_price")
    .values({
      plan: "detailed",
      effective_on: "2027-07-01",
      monthly_price: 14_300,
      tax_percent: 10,
      announced_at: portal.clock.now(),
    })
    .execute();
  // Whoever applies from now on is charged it first: the legal notice says so.
  expect(await portal.browser().call(legalConfiguration, {})).toMatchObject({
    monthlyPrice: 14_300,
    announcedPrice: null,
  });
  for (const [{ browser }, accepted] of [
    [agreeing, true],
    [refusing, false],
  ] as const) {
    const asked = { effectiveOn: "2027-07-01", monthlyPrice: 14_300, locale: "en" } as const;
    await browser.call(answerPrice, { body: { ...asked, accepted } });
  }
  await sendContractNotices(portal.context, "2027-06-24");
  await expect.poll(() => mailsAbout(agreeing.email, /first charge/).length).toBe(1);
  const [mail] = mailsAbout(agreeing.email, /first charge/);
  expect(mail?.subject).toContain("2027/07/01");
  expect(mail?.text).toContain("¥14,300");
  expect(mailsAbout(refusing.email, /first charge/)).toEqual([]);
});

test("whoever is back from a suspension is told of each price for the day that they were given, twice", async () => {
  const { email } = await trialMember("4111110000001003");
  const { db } = portal.database;
  await db
    .updateTable("portal.contract")
    .set({ prices_from: "2027-09-01" })
    .where(
      "account_id",
      "in",
      db
        .selectFrom("portal.account")
        .select("id")
        .where("email_digest", "=", portal.context.digests.email(email)),
    )
    .execute();
  const announce = (effective_on: string, monthly_price: number) =>
    db
      .insertInto("portal.plan_price")
      .values({
        plan: "detailed",
        effective_on,
        monthly_price,
        tax_percent: 10,
        announced_at: portal.clock.now(),
      })
      .execute();
  await announce("2027-08-01", 16_500);
  await sendContractNotices(portal.context, "2027-06-25");
  await announce("2027-09-01", 17_600);
  for (const day of ["2027-06-26", "2027-06-27", "2027-08-18", "2027-08-19"]) {
    await sendContractNotices(portal.context, day);
  }
  const told = () => mailsAbout(email, /plan will cost|agree by/);
  await expect.poll(() => told().length).toBe(3);
  expect(told().map(({ text }) => /16,500|17,600/.exec(text)?.[0])).toEqual([
    "16,500",
    "17,600",
    "17,600",
  ]);
  expect(told().every(({ text }) => text.includes("2027/09/01"))).toBe(true);
});
