import { transaction } from "@sekimori/kit-server/database";
import { showPayLink } from "@sekimori/portal-contract/endpoints/invoice";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountIdOf, signUpTo } from "../../testing/members.ts";
import { runDay, setClocks } from "../../testing/moving-days.ts";
import { agree, cards, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { askRefund } from "../operator/billing-acts.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { newPayLink } from "./pay-link.ts";
import { claimRefund, refundInvoice } from "./refund-service.ts";

// An invoice may hold a late charge beside the plan's price: a refund gives back the price alone.

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ PLAN_TRIAL_MONTHS: "0" }, { scheduled: false });
});
afterAll(() => portal.close());

/** A paid invoice with a late charge on it, of the month before. */
async function invoiceWithLateCharge() {
  setClocks(portal, "2026-11-20T03:00:00Z");
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.chargeRecovers);
  await agree(browser);
  for (const moment of [
    "2026-11-30T15:10:00Z",
    "2026-12-02T01:00:30Z",
    "2026-12-04T01:00:30Z",
    "2026-12-08T01:00:30Z",
    "2026-12-31T15:10:00Z",
  ]) {
    await runDay(portal, moment);
  }
  return portal.database.db
    .selectFrom("portal.invoice")
    .selectAll()
    .where("account_id", "=", await accountIdOf(portal, email))
    .where("late_charge", ">", 0)
    .executeTakeFirstOrThrow();
}

test("a refund never gives a late charge back", async () => {
  const invoice = await invoiceWithLateCharge();
  expect(invoice).toMatchObject({ state: "paid", amount: 11_000, late_charge: 30, total: 11_030 });
  const claim = (amount: number) => ({
    invoiceId: invoice.id,
    amount,
    reason: "Goodwill",
    operator: "Sato",
  });
  const claimed = (amount: number) =>
    transaction(portal.database.db, (tx) => claimRefund(tx, claim(amount), portal.clock.now()));
  await expect(claimed(11_001)).rejects.toThrow("Not more than 11000 yen");
  expect(await refundInvoice(portal.context, claim(1_000))).toMatchObject({ state: "succeeded" });
  await expect(claimed(10_001)).rejects.toThrow("Not more than 10000 yen");
  // Without an amount an operator asks for all that is left, which is as much.
  const number = shownNumber(invoice.number ?? 0);
  const asked = { number, reason: "Goodwill" };
  const done = await askRefund(portal.context, { operator: "Sato" }, asked);
  expect(done).toEqual({ invoice: number, amount: 10_000 });
  await expect(claimed(1)).rejects.toThrow("Not more than 0 yen");
});

test("a link to pay says how much of its total is a late charge", async () => {
  const { id } = await invoiceWithLateCharge();
  const token = await transaction(portal.database.db, (tx) =>
    newPayLink(tx, id, portal.clock.now()),
  );
  const shown = await portal.browser().call(showPayLink, { body: { token } });
  expect(shown).toMatchObject({ total: 11_030, lateCharge: 30 });
});
