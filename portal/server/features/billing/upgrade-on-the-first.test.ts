import { getContract, getUpgrade, upgrade } from "@sekimori/portal-contract/endpoints/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newMember, signUpTo } from "../../testing/members.ts";
import { setClocks } from "../../testing/moving-days.ts";
import { replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "./billing-run.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
});
afterAll(() => portal.close());

const setClock = (moment: string) => setClocks(portal, moment);

test("who starts on the 1st without a trial is charged on that day, after the day's run, and once", async () => {
  // The card's one trial goes to somebody else.
  setClock("2026-11-30T14:00:00Z");
  const former = portal.browser();
  await signUpTo(portal, former, "account", { plan: "detailed" });
  await submitCard(portal, former, cards.success);
  await agree(former);

  // Half past midnight of December 1st in Tokyo: the run of the day is over.
  setClock("2026-11-30T15:30:00Z");
  await runBilling(portal.context, "2026-12-01");
  const browser = portal.browser();
  await newMember(portal, browser);
  const cardToken = await portal.company.token(cards.success);
  await replaceCardAsShown(browser, cardToken);
  const { confirmation, shown } = await browser.call(getUpgrade, {});
  expect(confirmation).toMatchObject({
    hasTrial: false,
    trialEndsOn: null,
    firstChargeOn: "2026-12-01",
  });
  const { documents } = confirmation;
  await browser.call(upgrade, { body: { documents, shown, agreed: true, locale: "en" } });

  const invoices = () =>
    portal.database.db
      .selectFrom("portal.invoice")
      .select(["state", "issued_on", "total"])
      .execute();
  const paid = [{ state: "paid", issued_on: "2026-12-01", total: 11_000 }];
  await vi.waitFor(async () => expect(await invoices()).toEqual(paid), 30_000);
  await runBilling(portal.context, "2026-12-01");
  await collectPayments(portal.context);
  expect(await invoices()).toEqual(paid);
  const attempts = await portal.database.pool.query("select from portal.charge_attempt");
  expect(attempts.rows).toHaveLength(1);
  expect((await browser.call(getContract, {})).nextBillingOn).toBe("2027-01-01");
});
