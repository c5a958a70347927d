import { cancelContract, withdrawAccount } from "@sekimori/portal-contract/endpoints/contract";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountIdOf, signUpTo } from "../../testing/members.ts";
import { setClocks } from "../../testing/moving-days.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "../billing/billing-run.ts";
import { park } from "../billing/parking.ts";

// The mail about an end that is asked for says whether a charge still comes, as the run will make it.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ PLAN_TRIAL_MONTHS: "0" }, { scheduled: false });
});
afterAll(() => portal.close());

async function member() {
  setClocks(portal, "2026-11-20T03:00:00Z");
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.success);
  await agree(browser);
  const account = await accountIdOf(portal, email);
  return {
    account,
    signIn: () => browser.call(signIn, { body: { email, password, locale: "en" } }),
    cancel: () => browser.call(cancelContract, { body: {} }),
    leave: () => browser.call(withdrawAccount, { body: {} }),
    invoices: () =>
      portal.database.db
        .selectFrom("portal.invoice")
        .select(["period", "total"])
        .where("account_id", "=", account)
        .execute(),
    told: async (subject: RegExp) => {
      const found = () => portal.mails.to(email).find((mail) => subject.test(mail.subject));
      await expect.poll(found, { timeout: 30_000 }).toBeDefined();
      return found()?.text.replaceAll(/\s+/g, " ") ?? "";
    },
  };
}

const charged = [{ period: "2026-12-01", total: 11_000 }];
const stillCharged =
  "We'll still charge you for December 2026 (¥11,000), and for no month after that.";
const none = "There will be no further charges.";

test("who cancels on the 1st before its run is told of the charge that this run makes", async () => {
  const early = await member();
  const late = await member();
  setClocks(portal, "2026-11-30T15:05:00Z");
  await early.signIn();
  await early.cancel();
  const told = await early.told(/cancellation/);
  expect(told).toContain(stillCharged);
  expect(told).not.toContain(none);
  await runBilling(portal.context, "2026-12-01");
  await collectPayments(portal.context);
  await portal.jobsDone();
  expect(await early.invoices()).toEqual(charged);

  // After the run nothing is left to come.
  await late.signIn();
  await late.cancel();
  expect(await late.told(/cancellation/)).toContain(none);
});

test("who leaves while a run has left their contract alone is told of the month that is yet to be billed", async () => {
  const { account, signIn: enter, leave, told, invoices } = await member();
  const { id } = await portal.database.db
    .selectFrom("portal.contract")
    .select("id")
    .where("account_id", "=", account)
    .executeTakeFirstOrThrow();
  await park(portal.context, portal.database.db, id, "operator", "looked at");
  setClocks(portal, "2026-11-30T15:10:00Z");
  await runBilling(portal.context, "2026-12-01");
  expect(await invoices()).toEqual([]);
  setClocks(portal, "2026-12-05T03:00:00Z");
  await enter();
  await leave();
  const text = await told(/account closes/);
  expect(text).toContain(stillCharged);
  expect(text).not.toContain(none);
});
