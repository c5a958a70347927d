import {
  cancelContract,
  getContract,
  undoCancellation,
  withdrawAccount,
} from "@sekimori/portal-contract/endpoints/contract";
import type { PlanId } from "@sekimori/portal-contract/plans";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { setClocks } from "../../testing/moving-days.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";

// The mail of an undo says what was undone, and what holds from then on.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());
beforeEach(() => setClocks(portal, "2026-11-20T03:00:00Z"));

async function member(plan: PlanId, card?: string) {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan });
  if (card !== undefined) await submitCard(portal, browser, card);
  await agree(browser);
  return {
    email,
    contract: () => browser.call(getContract, {}),
    cancel: () => browser.call(cancelContract, { body: {} }),
    leave: () => browser.call(withdrawAccount, { body: {} }),
    undo: () => browser.call(undoCancellation, { body: {} }),
    /** The mails of undone ends, once there are so many. */
    told: async (count: number) => {
      const found = () =>
        portal.mails.to(email).filter(({ subject }) => /undone|stays open/.test(subject));
      await expect.poll(() => found().length, { timeout: 30_000 }).toBe(count);
      return found().map(({ subject, text }) => ({
        subject,
        text: text.replaceAll(/\s+/g, " "),
      }));
    },
  };
}

const contractOf = (email: string) =>
  portal.database.db
    .updateTable("portal.contract")
    .where("account_id", "in", (accounts) =>
      accounts
        .selectFrom("portal.account")
        .select("id")
        .where("email_digest", "=", portal.context.digests.email(email)),
    );

test("of the paid plan: a cancellation or a withdrawal, and the charge that comes next", async () => {
  const { email, contract, cancel, leave, undo, told } = await member("detailed", cards.success);
  await cancel();
  await undo();
  const [cancelled] = await told(1);
  const [next] = (await contract()).nextCharges;
  expect(next).toMatchObject({ on: "2027-01-01", amount: 11_000 });
  const charge = "Next charge 2027/01/01 Amount ¥11,000 (10% tax included)";
  expect(cancelled?.subject).toBe("[Sekimori] You've undone your cancellation");
  expect(cancelled?.text).toContain("Your plan is no longer canceled.");
  expect(cancelled?.text).toContain(charge);
  expect(cancelled?.text).not.toContain("leave");

  // A cancellation that became a withdrawal is the latter.
  await cancel();
  await leave();
  await undo();
  const withdrawn = (await told(2)).at(-1);
  expect(withdrawn?.subject).toBe("[Sekimori] Your account stays open");
  expect(withdrawn?.text).toContain("You've undone the closure of your account.");
  expect(withdrawn?.text).toContain(charge);

  // While it is suspended nothing is charged, whatever its next day of billing would be.
  await cancel();
  await contractOf(email).set({ suspended_on: "2026-11-20" }).execute();
  await undo();
  const suspended = (await told(3)).at(-1);
  expect(suspended?.text).toContain("Your plan is still suspended.");
  expect(suspended?.text).not.toContain("Next charge");
});

test("of a plan whose announced price is not agreed to: until when that is needed", async () => {
  const { cancel, undo, told } = await member("detailed", "5555550000001000");
  await portal.database.db
    .insertInto("portal.plan_price")
    .values({
      plan: "detailed",
      effective_on: "2027-01-01",
      monthly_price: 13_200,
      tax_percent: 10,
      announced_at: portal.clock.now(),
    })
    .execute();
  await cancel();
  await undo();
  const [{ text } = { text: "" }] = await told(1);
  expect(text).toContain("agree to the new price on My Page before that day");
  expect(text).toContain("2027/01/01");
  expect(text).not.toContain("Next charge");
});

test("of the free plan and of a trial that ends by itself: that nothing is charged", async () => {
  const free = await member("free");
  await free.leave();
  await free.undo();
  const [stays] = await free.told(1);
  expect(stays?.text).toContain("You stay on the free plan. You won't be charged.");

  const trying = await member("security24");
  await trying.leave();
  await trying.undo();
  const [goesOn] = await trying.told(1);
  expect(goesOn?.text).toContain("Your free trial still runs until 2026/12/20");
  for (const mail of [stays, goesOn]) expect(mail?.text).not.toContain("Next charge");
});
